"use strict";

// Keys and titles are anybody's text: everything below writes textContent, and nothing ever parses HTML.

const byId = id => document.getElementById(id);

function made(name, className, text = "") {
  const element = document.createElement(name);
  element.className = className;
  element.textContent = text;
  return element;
}

// The list

const REASONS = {
  same: () => ["baseline", ""],
  tried: item => ["being tried", ` instead of ${item.against}`],
  better: item => ["better", ` than ${item.against}: liked by at least ${percent(item.at_least)}, that one by at most ${percent(item.at_most)}`],
  known: item => ["better", ` than ${item.against}`],
  uncovered: () => ["stands in", " for what is not available"],
};
const percent = share => `${(100 * share).toFixed(1)}\u00a0%`;
const hue = key => [...key].reduce((sum, letter) => (31 * sum + letter.codePointAt(0)) % 360, 7);
const initial = title => (title.replace(/^(the|an?|my) /i, "").match(/\p{L}/u) ?? ["?"])[0].toUpperCase();

let shown = null;
const clicked = new Set();

function card(item) {
  const button = made("button", `item ${item.reason}`);
  const cover = made("span", "cover", initial(item.title));
  const words = made("span", "words");
  const why = made("span", "why");
  const [label, rest] = REASONS[item.reason](item);
  cover.style.setProperty("--hue", hue(item.key));
  why.append(made("span", "slot", item.slot), " · ", made("b", "", label), rest);
  words.append(made("span", "title", item.title), why);
  button.append(cover, words, made("span", "heart"));
  button.type = "button";
  button.setAttribute("aria-pressed", "false");
  button.addEventListener("click", () => {
    if (!clicked.delete(item.key)) clicked.add(item.key);
    button.setAttribute("aria-pressed", clicked.has(item.key));
  });
  const place = document.createElement("li");
  place.append(button);
  return place;
}

async function post(path, told) {
  const headers = { "content-type": "application/json" };
  const response = await fetch(path, { method: "POST", headers, body: JSON.stringify(told) });
  const result = await response.json();
  if (!response.ok) throw new Error(result.error);
  return result;
}

const answer = () => ({ token: shown.token, clicks: [...clicked] });

async function nextList() {
  const told = shown && answer();
  shown = null;
  clicked.clear();
  byId("next").disabled = true;
  try {
    if (told) await post("answer", told);
    shown = await post("list", {});
  } finally {
    byId("next").disabled = false;
  }
  byId("list").replaceChildren(...shown.items.map(card));
  byId("sentence").textContent = shown.sentence;
  byId("verified").textContent = shown.verified ? "✓ recomputed from its numbers" : "";
}

// Whoever leaves has answered too, with clicks and without: the moment must not depend on what was clicked.
addEventListener("pagehide", () => {
  if (shown) navigator.sendBeacon("answer", new Blob([JSON.stringify(answer())], { type: "application/json" }));
  shown = null;
});

// The picture

const SVG = "http://www.w3.org/2000/svg";

function drawn(name, className, attributes, text = "") {
  const element = document.createElementNS(SVG, name);
  element.setAttribute("class", className);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.textContent = text;
  return element;
}

function draw(svg, most, top, lines) {
  const { width, height } = svg.getBoundingClientRect();
  const [left, right, above, below] = [4, 96, 14, 22];
  const x = lists => left + (width - left - right) * lists / Math.max(1, most);
  const y = value => height - below - (height - above - below) * value / top;
  const parts = [
    drawn("line", "axis", { x1: left, x2: width - right, y1: y(0), y2: y(0) }),
    drawn("text", "", { x: left, y: height - 6 }, "0"),
    drawn("text", "", { x: width - right, y: height - 6, "text-anchor": "end" }, `${most.toLocaleString("en")} lists`),
  ];
  const names = [];
  for (const { className, name, points } of lines) {
    const path = points.map(([lists, value], i) => `${i ? "L" : "M"}${x(lists).toFixed(1)} ${y(value).toFixed(1)}`);
    parts.push(drawn("path", className, { d: path.join("") }));
    names.push({ className, name, at: y(points.at(-1)[1]) });
  }
  names.sort((one, other) => one.at - other.at);
  names.forEach((one, i) => { if (i) one.at = Math.max(one.at, names[i - 1].at + 14); });
  const over = Math.max(0, names.at(-1).at + 4 - (height - below));
  for (const { className, name, at } of names)
    parts.push(drawn("text", className, { x: width - right + 6, y: at + 4 - over }, name));
  svg.replaceChildren(...parts);
}

// The choice of speed that is offered; one that the command line has asked for is added.
function offered(pace) {
  const known = [...byId("speed").options].some(option => Number(option.value) === pace);
  if (!known) byId("speed").append(made("option", "", String(pace)));
  return String(pace);
}

function drawAll({ lists, answers, broken, careless_broken, visitors_a_second, exchanged, places, baseline, best, points }) {
  byId("lists").textContent = lists.toLocaleString("en");
  byId("answers").textContent = answers.toLocaleString("en");
  byId("broken").textContent = broken.toLocaleString("en");
  byId("careless").textContent = careless_broken.toLocaleString("en");
  byId("pause").textContent = visitors_a_second ? "Pause" : "Resume";
  if (visitors_a_second) byId("speed").value = offered(visitors_a_second);
  byId("exchanged").textContent = `${exchanged} of ${places}`;
  const flat = value => [[0, value], [lists, value]];
  const trusted = points.map(([n, value]) => [n, value]);
  const regret = points.map(([n, , value]) => [n, value]);
  const careless = points.map(([n, , , value]) => [n, value]);
  const now = trusted.at(-1)[1], lost = regret.at(-1)[1], unchanged = lists * (best - baseline);
  draw(byId("trusted"), lists, best * 1.05, [
    { className: "best", name: `best ${best.toFixed(2)}`, points: flat(best) },
    { className: "other", name: `baseline ${baseline.toFixed(2)}`, points: flat(baseline) },
    { className: "ours", name: `trusted ${now.toFixed(2)}`, points: trusted },
  ]);
  draw(byId("regret"), lists, Math.max(1, lost, unchanged) * 1.05, [
    { className: "other", name: `baseline ${Math.round(unchanged).toLocaleString("en")}`, points: [[0, 0], [lists, unchanged]] },
    { className: "careless", name: `careless ${Math.round(careless.at(-1)[1]).toLocaleString("en")}`, points: careless },
    { className: "ours", name: `service ${Math.round(lost).toLocaleString("en")}`, points: regret },
  ]);
  byId("trusted").setAttribute("aria-label",
    `Clicks on the trusted list after ${lists} lists: ${now.toFixed(2)}; on the baseline ${baseline.toFixed(2)}, on the best list ${best.toFixed(2)}`);
  byId("regret").setAttribute("aria-label",
    `Regret after ${lists} lists: ${lost.toFixed(0)}; had the baseline been shown, ${unchanged.toFixed(0)}`);
}

async function look() {
  const response = await fetch("progress");
  if (!response.ok) throw new Error("the made-up visitors have stopped");
  drawAll(await response.json());
}

// The visitors

const setPace = pace => post("pace", { visitors_a_second: pace });
const chosenPace = () => Number(byId("speed").value);

async function pauseOrGoOn() {
  await setPace(byId("pause").textContent === "Pause" ? 0 : chosenPace());
  await look();
}

async function restart() {
  shown = null;
  await post("restart", {});
  await nextList();
  await look();
}

// What goes wrong is said on the page.

function said(doing) {
  return async () => {
    try {
      await doing();
      byId("problem").hidden = true;
    } catch (error) {
      byId("problem").textContent = `That did not work: ${error.message}`;
      byId("problem").hidden = false;
    }
  };
}

byId("next").addEventListener("click", said(nextList));
byId("pause").addEventListener("click", said(pauseOrGoOn));
byId("speed").addEventListener("change", said(() => setPace(chosenPace())));
byId("restart").addEventListener("click", said(restart));
const lookAgain = async () => {
  if (!document.hidden) await said(look)();
  setTimeout(lookAgain, 1000);
};
said(nextList)();
lookAgain();
