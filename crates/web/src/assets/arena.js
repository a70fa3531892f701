// Brings the pages of the arena to life. Texts from rules are only ever set as text; the pictures come from the arena, which escapes them.

const $ = (selector, within = document) => within.querySelector(selector);

/** An element with attributes and children. */
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

function makeSvg(tag, attributes = {}) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}

/** Asks the arena; an error has the sentence that it answered. */
async function ask(path, body) {
  const wish = body === undefined ? {} : {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  };
  let response;
  try {
    response = await fetch(`/api/${path}`, wish);
  } catch {
    throw new Error("The arena does not answer.");
  }
  const text = await response.text();
  let answer = null;
  try {
    answer = text ? JSON.parse(text) : null;
  } catch { /* It is said below. */ }
  if (!response.ok) throw new Error(answer?.error ?? `The arena answered ${response.status}.`);
  return answer;
}

/** Lets a form do something, shows what went wrong, and keeps it from being sent twice. */
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

/** Begins a match, and goes to its page with the keys of all seats of people. */
async function begin(game, players, seconds, start) {
  const begun = await ask("matches", { game, players, seconds, start });
  const keys = Object.entries(begun.keys).map(([role, key]) => `${encodeURIComponent(role)}:${key}`);
  location.href = `/matches/${begun.id}#${[":" + begun.steward, ...keys].join(",")}`;
}

function gamePage() {
  const form = $("#begin");
  onSubmit(form, (data) =>
    begin(form.dataset.game, data.getAll("player"), Number(data.get("seconds")), Number(data.get("start"))));
}

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
    const found = await ask("rules", { rules: area.value });
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
    const opened = await ask("records", { record, game });
    location.href = `/matches/${opened.id}`;
  });
}

function tournamentPage() {
  const list = $("#matches");
  list.addEventListener("click", async ({ target }) => {
    const { index } = target.dataset;
    if (index === undefined) return;
    target.disabled = true;
    try {
      const opened = await ask(`tournaments/${list.dataset.tournament}/matches/${index}`, null);
      location.href = `/matches/${opened.id}`;
    } catch (problem) {
      $(".error").textContent = problem.message;
      target.disabled = false;
    }
  });
}

/** The keys in the address, by role; that of whoever began the match has no role. They are sent with moves only. */
function keysOf(hash) {
  const pairs = hash.replace(/^#/, "").split(",").filter(Boolean).map((pair) => {
    const colon = pair.lastIndexOf(":");
    return [decodeURIComponent(pair.slice(0, colon)), pair.slice(colon + 1)];
  });
  return new Map(pairs);
}

function matchPage() {
  const root = $("#match");
  const { id } = root.dataset;
  const roles = root.dataset.roles.split("\n");
  const waits = new Set(root.dataset.waits.split("\n")); // moves of those who wait for others
  const keys = keysOf(location.hash);
  const board = $("#board");
  const error = $(".play > .error");
  let now = null; // the last position of the match
  let shown = null; // the one that is shown
  let follows = true; // whether the last one is always shown
  let thoughts = []; // what players think now
  let wishes = 0; // how often another position was wanted
  let picked = []; // the cells that were clicked for a move, for the role that chooses

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

  function status() {
    const parts = [];
    if (now.goals) parts.push(roles.map((role, index) => `${role} ${now.goals[index]}`).join(", "));
    if (now.message) parts.unshift(now.message);
    if (now.status === "running") {
      const mine = own().map((choice) => roles[choice.role]);
      const others = now.choices.filter((choice) => !choice.made).map((choice) => roles[choice.role]);
      if (mine.length) parts.push(`Your move: ${mine.join(", ")}.`);
      else if (others.length) parts.push(`Waiting for ${others.join(", ")}.`);
      else parts.push("A player thinks.");
    }
    $("#status").textContent = parts.join(" ");
  }

  async function go(ply) {
    if (!now) return;
    const wanted = Math.max(0, Math.min(now.length, ply));
    follows = wanted === now.length;
    const wish = wishes += 1;
    if (follows) {
      show(now);
      return showMinds(thoughts, "Nobody has thought yet.");
    }
    try {
      const [position, minds] = await Promise.all([ask(`matches/${id}/positions/${wanted}`), ask(`matches/${id}/minds/${wanted}`)]);
      if (wish !== wishes) return; // Another one is wanted by now.
      show(position);
      showMinds(minds, "Nothing is known of what players thought here.");
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
      await ask(`matches/${id}/moves`, { key: keys.get(roles[choice.role]), action: move.text, ply: now.ply });
    } catch (problem) {
      error.textContent = problem.message;
      picked = [];
      offer();
    }
  }

  /** The moves that go on from what was clicked. */
  const going = (choice) => choice.moves.filter((move) =>
    picked.every((cell, step) => move.steps[step]?.includes(cell)));

  /** Shows what can be clicked, and the moves as a list. */
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
    // By clicks for the first of several roles that one person plays: the others have their turn afterwards.
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
        moves.length > items.length ? make("p", { class: "quiet" }, `and ${moves.length - items.length} more: click cells`) : null));
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
      // Another beginning.
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

  // --- what players think

  function bar(value) {
    return make("span", { class: "bar" }, make("span", { style: `width: ${Math.max(0, Math.min(100, value)).toFixed(1)}%` }));
  }

  const short = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 });

  function movesTable(moves, most) {
    const total = Math.max(1, ...moves.map((move) => move.visits));
    return make("table", {}, make("thead", {}, make("tr", {}, make("th", {}, "Move"), make("th", {}, "Tried"), make("th", {}, "Worth"), make("th", {}))),
      make("tbody", {}, ...moves.slice(0, most).map((move) => make("tr", {},
        make("td", {}, move.action), make("td", {}, short.format(move.visits)), make("td", {}, move.value.toFixed(1)),
        make("td", {}, bar(100 * move.visits / total))))));
  }

  function showMinds(minds, otherwise) {
    if (!minds.length) return $("#minds").replaceChildren(make("p", { class: "quiet" }, otherwise));
    $("#minds").replaceChildren(...minds.map((mind) => make("article", { class: "thought", "data-role": mind.role, "data-simulations": mind.simulations },
      make("h3", {}, `${mind.role}: ${mind.player}`, make("span", { class: "quiet" }, mind.thinks ? " thinks" : ` at move ${mind.ply + 1}`)),
      make("p", {}, `${short.format(mind.simulations)} simulations, ${short.format(mind.speed)} in a second`,
        mind.playouts > mind.simulations ? `, ${short.format(mind.playouts)} games played out` : "",
        mind.nodes ? `, ${short.format(mind.nodes)} positions` : ""),
      mind.moves.length ? movesTable(mind.moves, 8) : null,
      mind.line.length ? make("p", { class: "line" }, "Expects: ", mind.line.map((joint) => joint.filter((move) => !waits.has(move)).join(" ") || joint.join(" ")).join(", ")) : null,
      mind.notes.length ? make("p", { class: "quiet" }, mind.notes.join("; ")) : null,
      mind.hints.length ? make("details", {}, make("summary", {}, mind.hints.length === 1 ? "A feature holds" : `${mind.hints.length} features hold`),
        make("ul", {}, ...mind.hints.map((hint) => make("li", {}, `${hint.worth.toFixed(2)} × ${hint.count}: ${hint.text}${hint.action ? ` → ${hint.action}` : ""}`)))) : null)));
    treeRoles(minds);
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
    $("#legend").replaceChildren(...drawn.map(([role, index]) =>
      make("span", {}, make("b", { style: `color: ${colours[index % colours.length]}` }, "● "), `${role} expects`)));
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

  /** The moves that were made before this page was opened. */
  async function recall() {
    try {
      const record = await ask(`matches/${id}/record`);
      record.moves.forEach((moves, index) => label(index + 1, moves));
    } catch { /* The list stays shorter. */ }
  }

  // --- trees

  let line = [];
  const tree = $("#tree");

  function treeRoles(minds) {
    const place = $("div", tree);
    if (place.childNodes.length) return;
    const select = make("select", { "aria-label": "Whose tree" }, ...minds.map((mind) => make("option", {}, mind.role)));
    place.append(select, make("button", { type: "button", onclick: () => { line = []; look(); } }, "Look at the present state"), make("div", { class: "outlook" }));
  }

  async function look() {
    const place = $(".outlook", tree);
    const role = $("select", tree).value;
    try {
      const outlook = await ask(`matches/${id}/tree`, { role, line });
      const path = make("p", {}, make("button", { type: "button", class: "plain", onclick: () => { line = []; look(); } }, "now"),
        ...line.map((joint, index) => make("button", { type: "button", class: "plain", onclick: () => { line = line.slice(0, index + 1); look(); } }, ` › ${joint.join(" ")}`)));
      const pick = roles.map((_, index) => outlook.roles[index]?.moves[0]?.action);
      const lists = outlook.roles.map(({ role: name, moves }, index) => make("div", {}, make("h4", {}, name),
        ...moves.slice(0, 12).map((move) => make("button", { type: "button", onclick: () => {
          line = [...line, pick.map((usual, other) => (other === index ? move.action : usual))];
          look();
        } }, `${move.action}: ${short.format(move.visits)}, ${move.value.toFixed(1)}`))));
      place.replaceChildren(path, make("p", {}, `${short.format(outlook.visits)} simulations came by.`),
        outlook.goals ? make("p", {}, `The game is over: ${outlook.goals.join(", ")}`) : null, ...lists);
    } catch (problem) {
      place.replaceChildren(make("p", { class: "quiet" }, problem.message));
      line = line.slice(0, -1);
    }
  }

  // --- links and events

  function links() {
    const seats = [...keys].filter(([role]) => roles.includes(role));
    const steward = keys.get("") ?? seats[0]?.[1];
    const stop = steward && make("button", { type: "button", onclick: () => ask(`matches/${id}/stop`, { key: steward }).catch((problem) => { error.textContent = problem.message; }) }, "Stop the match");
    const invitations = seats.length > 1 ? make("p", {}, "For others to play: ",
      ...seats.map(([role, key]) => make("a", { href: `/matches/${id}#${encodeURIComponent(role)}:${key}` }, ` ${role} `))) : null;
    $("#links").replaceChildren(make("a", { href: `/api/matches/${id}/record`, download: true }, "Save the record"), " ",
      make("a", { href: `/matches/${id}` }, "Link to watch"), ...(now.status === "running" && stop ? [" ", stop] : []), ...(invitations ? [invitations] : []));
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
    if (isFirst) recall();
    if (!["preparing", "running"].includes(now.status)) events.close();
  });
  events.addEventListener("mind", (event) => {
    const minds = JSON.parse(event.data);
    if (!Array.isArray(minds)) return;
    thoughts = minds;
    if (follows && minds.length) showMinds(minds);
  });
}

const pages = { gallery, game: gamePage, rules: rulesPage, records: recordsPage, match: matchPage, tournament: tournamentPage };
pages[document.body.dataset.page]?.();
