"""Start the example with a key and titles that look like HTML."""

import sys

from serving_support.example_service import FOLDER

if __name__ == "__main__":
    sys.path.insert(0, str(FOLDER))
    import shop

    titles = {
        "brave": "<b>Bold</b> & Brave",
        "letters": "<script>alert('a love story')</script>",
    }
    items = {
        key: item._replace(title=titles.get(key, item.title)) for key, item in shop.ITEMS.items()
    }
    for pairs in (shop.ITEMS, shop.MEANS):
        renamed = {"<bold>" if key == "brave" else key: value for key, value in pairs.items()}
        pairs.clear()
        pairs.update(renamed)
    shop.ITEMS.update({"<bold>" if key == "brave" else key: item for key, item in items.items()})
    shop.BASELINE[1] = "<bold>"
    import start

    start.main()
