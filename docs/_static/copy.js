// A button that copies a block of code: what is typed, without prompts and without output.
"use strict";

function typed(text) {
  const lines = text.split("\n");
  const prompt = /^(>>> ?|\.\.\. ?|\$ )/;
  if (!lines.some((line) => /^(>>> |\$ )/.test(line))) return text.trimEnd();
  return lines.filter((line) => prompt.test(line)).map((line) => line.replace(prompt, "")).join("\n");
}

document.addEventListener("DOMContentLoaded", () => {
  for (const block of document.querySelectorAll("div.highlight")) {
    const code = block.querySelector("pre");
    if (!code || !navigator.clipboard) continue;
    const button = document.createElement("button");
    button.className = "copy";
    button.type = "button";
    button.textContent = "Copy";
    button.setAttribute("aria-label", "Copy this code without prompts and output");
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText(typed(code.textContent));
      button.textContent = "Copied";
      setTimeout(() => { button.textContent = "Copy"; }, 1500);
    });
    block.append(button);
  }
});
