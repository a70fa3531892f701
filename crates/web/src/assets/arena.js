// Makes the pages of the arena interactive. Texts from rules are only ever set as text; the pictures come from the arena, which
// escapes them.

const $ = (selector, within = document) => within.querySelector(selector);

/** Creates an element with attributes and children. */
function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value != null) element.setAttribute(name, value);
  }
  element.append(...children.filter((child) => child != null));
  return element;
}

/** Creates an SVG element with attributes. */
function makeSvg(tag, attributes = {}) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}

/** Sends a request to the API and returns the answer; an error has the message of the arena. */
async function request(path, body) {
  const options = body === undefined ? {} : {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  };
  let response;
  try {
    response = await fetch(`/api/${path}`, options);
  } catch {
    throw new Error("The arena does not answer.");
  }
  const text = await response.text();
  let answer = null;
  try {
    answer = text ? JSON.parse(text) : null;
  } catch { /* The status is reported below. */ }
  if (!response.ok) throw new Error(answer?.error ?? `The arena answered with status ${response.status}.`);
  return answer;
}

/** Runs `act` when a form is submitted, shows errors, and prevents a second submission meanwhile. */
function onSubmit(form, act) {
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const button = $("button[type=submit]", form);
    const error = $(".error", form);
    button.disabled = true;
    error.textContent = "";
    try {
      await act(new FormData(form));
    } catch (problem) {
      error.textContent = problem.message;
    } finally {
      button.disabled = false;
    }
  });
}

/** The list of games: filters it by words. */
function gallery() {
  const find = $("#find");
  find.addEventListener("input", () => {
    const words = find.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const card of document.querySelectorAll("#games > li")) {
      const has = words.every((word) => card.dataset.words.toLowerCase().includes(word));
      card.hidden = !has;
      if (has) shown += 1;
    }
    $("#none").hidden = shown > 0;
  });
}

/** Begins a match, and opens its page with the keys of all roles that people play. */
async function beginMatch(game, players, seconds, start) {
  const begun = await request("matches", { game, players, seconds, start });
  const keys = Object.entries(begun.keys).map(([role, key]) => `${encodeURIComponent(role)}:${key}`);
  location.href = `/matches/${begun.id}#${[":" + begun.organiser, ...keys].join(",")}`;
}

/** The page of a game: begins a match. */
function gamePage() {
  const form = $("#begin");
  onSubmit(form, (data) =>
    beginMatch(form.dataset.game, data.getAll("player"), Number(data.get("seconds")), Number(data.get("start"))));
}

/** The page that checks rules: numbers the lines and marks the faults. */
function rulesPage() {
  const area = $("#rules");
  const gutter = $("#gutter");
  const diagnosis = $("#diagnosis");
  let faults = new Map();
  const number = () => {
    const count = area.value.split("\n").length;
    gutter.replaceChildren(...Array.from({ length: count }, (_, index) => {
      const fault = faults.get(index + 1);
      return make("span", { class: fault ? fault.severity : null, title: fault?.message }, `${index + 1}\n`);
    }));
    gutter.scrollTop = area.scrollTop;
  };
  area.addEventListener("scroll", () => { gutter.scrollTop = area.scrollTop; });
  area.addEventListener("input", () => { faults = new Map(); number(); });
  number();
  $("#file").addEventListener("change", async (event) => {
    const [file] = event.target.files;
    if (file) { area.value = await file.text(); faults = new Map(); number(); }
  });
  const goTo = (line) => {
    const lines = area.value.split("\n");
    const start = lines.slice(0, line - 1).reduce((sum, text) => sum + text.length + 1, 0);
    area.focus();
    area.setSelectionRange(start, start + (lines[line - 1] ?? "").length);
    area.scrollTop = (line - 5) * (area.scrollHeight / lines.length);
  };
  onSubmit($("#bring"), async () => {
    const found = await request("rules", { rules: area.value });
    faults = new Map(found.faults.filter((fault) => fault.line).map((fault) => [fault.line, fault]));
    number();
    const list = found.faults.map((fault) => make("li", { class: fault.severity },
      fault.line ? make("button", { type: "button", onclick: () => goTo(fault.line) }, `line ${fault.line}`) : null,
      make("pre", {}, fault.text)));
    const summary = found.errors > 0
      ? `${found.errors} error${found.errors === 1 ? "" : "s"}: the rules cannot be played.`
      : "The rules can be played.";
    diagnosis.replaceChildren(make("h2", {}, summary),
      found.game ? make("p", {}, make("a", { class: "button", href: `/games/${found.game}` }, "Play")) : null,
      make("ul", { class: "faults" }, ...list));
  });
}

/** The page that opens a record. */
function recordsPage() {
  onSubmit($("#open"), async (data) => {
    const [file] = $("#file").files;
    let record;
    try {
      record = JSON.parse(await file.text());
    } catch {
      throw new Error("The file is not JSON.");
    }
    const game = data.get("game") || null;
    const opened = await request("records", { record, game });
    location.href = `/matches/${opened.id}`;
  });
}

/** The page of a tournament: opens its matches. */
function tournamentPage() {
  const list = $("#matches");
  list.addEventListener("click", async ({ target }) => {
    const { index } = target.dataset;
    if (index === undefined) return;
    target.disabled = true;
    try {
      const opened = await request(`tournaments/${list.dataset.tournament}/matches/${index}`, null);
      location.href = `/matches/${opened.id}`;
    } catch (problem) {
      $(".error").textContent = problem.message;
      target.disabled = false;
    }
  });
}

/** Returns the keys in the address, by role; the organiser's key has an empty role. Keys are sent only with moves. */
function keysOf(hash) {
  const pairs = hash.replace(/^#/, "").split(",").filter(Boolean).map((pair) => {
    const colon = pair.lastIndexOf(":");
    return [decodeURIComponent(pair.slice(0, colon)), pair.slice(colon + 1)];
  });
  return new Map(pairs);
}

/** The page of a match: shows positions and search reports, and sends moves. */
function matchPage() {
  const root = $("#match");
  const { id } = root.dataset;
  const roles = root.dataset.roles.split("\n");
  const waits = new Set(root.dataset.waits.split("\n")); // moves of roles that wait for others
  const keys = keysOf(location.hash);
  const board = $("#board");
  const error = $(".play > .error");
  let now = null; // the last position of the match
  let shown = null; // the position that is shown
  let follows = true; // whether new positions are shown when they arrive
  let reports = []; // the current search reports of players
  let requests = 0; // number of requests for other positions
  let picked = []; // cells clicked so far for the move of the first role that has to choose

  const NO_REPORTS = "No player has searched yet.";

  // --- showing a position

  const own = () => (now?.choices ?? []).filter((choice) => keys.has(roles[choice.role]) && !choice.made);

  function show(position) {
    const isOther = !shown || shown.ply !== position.ply || shown.svg !== position.svg;
    shown = position;
    picked = [];
    if (isOther) board.innerHTML = position.svg;
    $("#ply").textContent = `${position.ply} / ${now.length}`;
    const facts = $("#facts");
    facts.hidden = position.rest.length === 0;
    $("pre", facts).textContent = position.rest.join("\n");
    $("#first").disabled = $("#back").disabled = position.ply === 0;
    $("#last").disabled = $("#forth").disabled = position.ply === now.length;
    status();
    offer();
  }

  /** The goal value of each role, with the names of the roles. */
  const goalTexts = (goals) => roles.map((role, index) => `${role} ${goals[index]}`).join(", ");

  function status() {
    const parts = [];
    if (now.goals) parts.push(goalTexts(now.goals));
    if (now.message) parts.unshift(now.message);
    if (now.status === "running") {
      const mine = own().map((choice) => roles[choice.role]);
      const others = now.choices.filter((choice) => !choice.made).map((choice) => roles[choice.role]);
      if (mine.length) parts.push(`Your move: ${mine.join(", ")}.`);
      else if (others.length) parts.push(`Waiting for ${others.join(", ")}.`);
      else parts.push("A player is thinking.");
    }
    $("#status").textContent = parts.join(" ");
  }

  async function go(ply) {
    if (!now) return;
    const wanted = Math.max(0, Math.min(now.length, ply));
    follows = wanted === now.length;
    const number = requests += 1;
    if (follows) {
      show(now);
      return showReports(reports, NO_REPORTS);
    }
    try {
      const [position, earlier] = await Promise.all([request(`matches/${id}/positions/${wanted}`), request(`matches/${id}/thinking/${wanted}`)]);
      if (number !== requests) return; // A later request has replaced this one.
      show(position);
      showReports(earlier, "No search is recorded for this position.");
    } catch (problem) {
      error.textContent = problem.message;
    }
  }

  $("#first").addEventListener("click", () => go(0));
  $("#back").addEventListener("click", () => go(shown.ply - 1));
  $("#forth").addEventListener("click", () => go(shown.ply + 1));
  $("#last").addEventListener("click", () => go(Infinity));
  document.addEventListener("keydown", (event) => {
    if (event.target.matches("input, select, textarea") || event.altKey || event.ctrlKey || event.metaKey || !shown) return;
    const to = { ArrowLeft: shown.ply - 1, ArrowRight: shown.ply + 1, Home: 0, End: Infinity }[event.key];
    if (to !== undefined) { event.preventDefault(); go(to); }
    if (event.key === "Escape") { picked = []; offer(); }
  });

  // --- moves of people

  async function play(choice, move) {
    error.textContent = "";
    try {
      await request(`matches/${id}/moves`, { key: keys.get(roles[choice.role]), action: move.text, ply: now.ply });
    } catch (problem) {
      error.textContent = problem.message;
      picked = [];
      offer();
    }
  }

  /** Returns the moves that begin with the clicked cells. */
  const going = (choice) => choice.moves.filter((move) =>
    picked.every((cell, step) => move.steps[step]?.includes(cell)));

  /** Marks the cells that can be clicked, and lists the moves. */
  function offer() {
    const places = $("#choices");
    for (const cell of board.querySelectorAll("[data-cell]")) {
      cell.classList.remove("choice", "picked");
      cell.removeAttribute("tabindex");
      cell.removeAttribute("role");
    }
    places.replaceChildren();
    if (shown !== now || now.status !== "running") return;
    const choices = own();
    // Clicks are for the first of several roles that one person plays; the others follow.
    const [first] = choices;
    if (first) {
      for (const move of going(first)) {
        for (const cell of move.steps[picked.length] ?? []) cellOf(cell)?.classList.add("choice");
      }
      picked.forEach((cell) => cellOf(cell)?.classList.add("picked"));
      for (const cell of board.querySelectorAll(".choice, .picked")) {
        cell.setAttribute("tabindex", "0");
        cell.setAttribute("role", "button");
      }
    }
    for (const choice of choices) {
      const moves = choice === first ? going(choice) : choice.moves;
      const items = moves.slice(0, 200).map((move) =>
        make("button", { type: "button", onclick: () => play(choice, move) }, move.text));
      places.append(make("fieldset", {}, make("legend", {}, `Moves of ${roles[choice.role]}`), ...items,
        moves.length > items.length ? make("p", { class: "quiet" }, `and ${moves.length - items.length} more; choose them by clicking cells`) : null));
    }
  }

  const cellOf = (cell) => board.querySelector(`[data-cell="${CSS.escape(cell)}"]`);

  function click(target) {
    const cell = target.closest?.("[data-cell]")?.dataset.cell;
    const [choice] = own();
    if (!cell || !choice || shown !== now) return;
    if (picked.at(-1) === cell) { picked.pop(); return offer(); }
    const before = picked;
    picked = [...before, cell];
    let moves = going(choice);
    if (moves.length === 0) {
      // The click begins another move.
      picked = [cell];
      moves = going(choice);
    }
    if (moves.length === 0) { picked = before; return; }
    const done = moves.filter((move) => move.steps.length === picked.length);
    if (done.length === 1 && moves.length === 1) { play(choice, done[0]); }
    offer();
  }

  board.addEventListener("click", (event) => click(event.target));
  board.addEventListener("keydown", (event) => {
    if (event.key === "Enter" || event.key === " ") { event.preventDefault(); click(event.target); }
  });

  // --- search reports of players

  function bar(value) {
    return make("span", { class: "bar" }, make("span", { style: `width: ${Math.max(0, Math.min(100, value)).toFixed(1)}%` }));
  }

  const short = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 });

  function movesTable(moves, most) {
    const total = Math.max(1, ...moves.map((move) => move.visits));
    return make("table", {}, make("thead", {}, make("tr", {}, make("th", {}, "Move"), make("th", { title: "Number of simulations that chose the move" }, "Visits"),
      make("th", { title: "Expected goal, from 0 to 100" }, "Value"), make("th", {}))),
      make("tbody", {}, ...moves.slice(0, most).map((move) => make("tr", {},
        make("td", {}, move.action), make("td", {}, short.format(move.visits)), make("td", {}, move.value.toFixed(1)),
        make("td", {}, bar(100 * move.visits / total))))));
  }

  function activeFeatures(features) {
    const item = (feature) =>
      `${feature.text}: value ${feature.value.toFixed(2)} × ${feature.count}${feature.action ? `, recommends ${feature.action}` : ""}`;
    return make("details", { class: "features" }, make("summary", {}, `Active features (${features.length})`),
      make("ul", {}, ...features.map((feature) => make("li", {}, item(feature)))));
  }

  function showReports(list, otherwise) {
    if (!list.length) return $("#reports").replaceChildren(make("p", { class: "quiet" }, otherwise));
    $("#reports").replaceChildren(...list.map((report) => make("article", { class: "report-of-player", "data-role": report.role, "data-simulations": report.simulations },
      make("h3", {}, `${report.role}: ${report.player}`, make("span", { class: "quiet" }, report.thinks ? " is thinking" : ` at move ${report.ply + 1}`)),
      make("p", {}, `${short.format(report.simulations)} simulations, ${short.format(report.speed)} per second`,
        report.playouts > report.simulations ? `, ${short.format(report.playouts)} playouts` : "",
        report.nodes ? `, ${short.format(report.nodes)} positions in memory` : ""),
      report.moves.length ? movesTable(report.moves, 8) : null,
      report.line.length ? make("p", { class: "line" }, "Principal line: ", report.line.map((joint) => joint.filter((move) => !waits.has(move)).join(" ") || joint.join(" ")).join(", ")) : null,
      report.notes.length ? make("p", { class: "quiet" }, report.notes.join("; ")) : null,
      report.features.length ? activeFeatures(report.features) : null)));
    treeRoles(list);
  }

  function graph() {
    const svg = $("#graph");
    const values = now.values;
    const colours = ["#b3541e", "#23395b", "#5a7d2a", "#7a3b69"];
    svg.replaceChildren(makeSvg("rect", { x: 0, y: 5, width: 300, height: 100, class: "frame" }), makeSvg("line", { x1: 0, x2: 300, y1: 55, y2: 55, class: "middle" }));
    const width = 300 / Math.max(1, values.length - 1);
    roles.forEach((_, role) => {
      const points = values.map((row, index) => [index, row[role]]).filter(([, value]) => value != null)
        .map(([index, value]) => `${(index * width).toFixed(1)},${(105 - value).toFixed(1)}`);
      if (points.length === 0) return;
      svg.append(makeSvg("polyline", { points: points.join(" "), stroke: colours[role % colours.length] }));
      const [x, y] = points.at(-1).split(",");
      svg.append(makeSvg("circle", { cx: x, cy: y, r: 2.5, fill: colours[role % colours.length] }));
    });
    const drawn = roles.map((role, index) => [role, index]).filter(([, index]) => values.some((row) => row[index] != null));
    svg.style.display = drawn.length ? "" : "none";
    const caption = drawn.length ? [make("span", { class: "quiet" }, "Expected goal (0 to 100) after each move:")] : [];
    $("#legend").replaceChildren(...caption, ...drawn.map(([role, index]) =>
      make("span", {}, make("b", { style: `color: ${colours[index % colours.length]}` }, "● "), role)));
  }

  function history() {
    const list = $("#moves ol");
    for (let ply = list.children.length; ply < now.length; ply += 1) list.append(make("li"));
    while (list.children.length > now.length) list.lastChild.remove();
    if (now.ply > 0) label(now.ply, now.moves);
  }

  function label(ply, moves) {
    const item = $("#moves ol").children[ply - 1];
    if (!item || item.childNodes.length) return;
    item.append(make("button", { type: "button", class: "plain", onclick: () => go(ply) }, moves.join("  ")));
  }

  /** Loads the moves that were made before this page was opened. */
  async function loadHistory() {
    try {
      const record = await request(`matches/${id}/record`);
      record.moves.forEach((moves, index) => label(index + 1, moves));
    } catch { /* The list stays shorter. */ }
  }

  // --- trees

  let line = [];
  const tree = $("#tree");

  function treeRoles(list) {
    const place = $("div", tree);
    if (place.childNodes.length) return;
    const select = make("select", { "aria-label": "Role of the player" }, ...list.map((report) => make("option", {}, report.role)));
    place.append(select, make("button", { type: "button", onclick: () => { line = []; showNode(); } }, "Show the current state"), make("div", { class: "node" }));
  }

  async function showNode() {
    const place = $(".node", tree);
    const role = $("select", tree).value;
    try {
      const node = await request(`matches/${id}/tree`, { role, line });
      const path = make("p", {}, make("button", { type: "button", class: "plain", onclick: () => { line = []; showNode(); } }, "current state"),
        ...line.map((joint, index) => make("button", { type: "button", class: "plain", onclick: () => { line = line.slice(0, index + 1); showNode(); } }, ` › ${joint.join(" ")}`)));
      const pick = roles.map((_, index) => node.roles[index]?.moves[0]?.action);
      const lists = node.roles.map(({ role: name, moves }, index) => make("div", {}, make("h4", {}, name),
        ...moves.slice(0, 12).map((move) => make("button", { type: "button", onclick: () => {
          line = [...line, pick.map((usual, other) => (other === index ? move.action : usual))];
          showNode();
        } }, `${move.action}: ${short.format(move.visits)} visits, value ${move.value.toFixed(1)}`))));
      place.replaceChildren(path, make("p", {}, `${short.format(node.visits)} visits`),
        node.goals ? make("p", {}, `The game is over: ${goalTexts(node.goals)}`) : null, ...lists);
    } catch (problem) {
      place.replaceChildren(make("p", { class: "quiet" }, problem.message));
      line = line.slice(0, -1);
    }
  }

  // --- links and events

  function links() {
    const seats = [...keys].filter(([role]) => roles.includes(role));
    const organiser = keys.get("") ?? seats[0]?.[1];
    const stop = organiser && make("button", { type: "button", onclick: () => request(`matches/${id}/stop`, { key: organiser }).catch((problem) => { error.textContent = problem.message; }) }, "Stop the match");
    const invitations = seats.length > 1 ? make("p", {}, "Links for other players: ",
      ...seats.map(([role, key]) => make("a", { href: `/matches/${id}#${encodeURIComponent(role)}:${key}` }, ` ${role} `))) : null;
    $("#links").replaceChildren(make("a", { href: `/api/matches/${id}/record`, download: true }, "Save the record"), " ",
      make("a", { href: `/matches/${id}` }, "Link for spectators"), ...(now.status === "running" && stop ? [" ", stop] : []), ...(invitations ? [invitations] : []));
  }

  const events = new EventSource(`/api/matches/${id}/events`);
  events.addEventListener("position", (event) => {
    const position = JSON.parse(event.data);
    if (!position.id) return;
    const isFirst = now === null;
    now = position;
    history();
    graph();
    links();
    if (follows) show(now);
    else { $("#ply").textContent = `${shown.ply} / ${now.length}`; $("#last").disabled = $("#forth").disabled = false; status(); }
    if (isFirst) loadHistory();
    if (!["preparing", "running"].includes(now.status)) events.close();
  });
  events.addEventListener("thinking", (event) => {
    const received = JSON.parse(event.data);
    if (!Array.isArray(received)) return;
    reports = received;
    if (follows && received.length) showReports(received, NO_REPORTS);
  });
}

const pages = { gallery, game: gamePage, rules: rulesPage, records: recordsPage, match: matchPage, tournament: tournamentPage };
pages[document.body.dataset.page]?.();
