"""Start the example with titles that look like HTML."""

import sys

from serving_support.example_service import FOLDER

TITLES = {
    "brave": "<b>Bold</b> & Brave",
    "letters": "<script>alert('a love story')</script>",
}

if __name__ == "__main__":
    sys.path.insert(0, str(FOLDER))
    import shop
    import start

    for key, title in TITLES.items():
        shop.ITEMS[key] = shop.ITEMS[key]._replace(title=title)
    start.main()
