/**
 * The part of `webmcp.js` that is the same for every skill: finds elements, acts on them with plain DOM, and waits for
 * conditions. It runs in the site's own page, with nothing of Wayscribe around it. `TOOL` and `STEPS` stand before it.
 */
export const WEBMCP_RUNTIME =
  String.raw`
const WAIT_MS = 5000;

const ROLES = {
  button: 'button, input[type=submit], input[type=button], input[type=reset], summary',
  link: 'a[href]',
  textbox: 'input:not([type]), input[type=text], input[type=email], input[type=tel], input[type=url], input[type=password], textarea, [contenteditable]',
  searchbox: 'input[type=search]',
  checkbox: 'input[type=checkbox]',
  radio: 'input[type=radio]',
  combobox: 'select, input[list]',
  spinbutton: 'input[type=number]',
  slider: 'input[type=range]',
};

const squash = (text) => (text ?? '').replace(/\s+/g, ' ').trim();

function nameOf(element) {
  const labelled = (element.getAttribute('aria-labelledby') ?? '').split(/\s+/)
    .map((id) => document.getElementById(id)?.textContent).join(' ');
  const label = [...(element.labels ?? [])].map((each) => {
    const copy = each.cloneNode(true);
    for (const control of copy.querySelectorAll('input, select, textarea')) control.remove();
    return copy.textContent;
  }).join(' ');
  const isButton = element.matches('input[type=submit], input[type=button], input[type=reset]');
  const own = isButton ? element.value : element.matches('input, select, textarea') ? '' : element.textContent;
  return [labelled, element.getAttribute('aria-label'), label, own, element.title, element.placeholder]
    .map(squash).find((name) => name !== '') ?? '';
}

const isShown = (element) => element.checkVisibility?.() ?? element.getClientRects().length > 0;

function listByRole({ role, name }) {
  const own = '[role="' + CSS.escape(role) + '"]';
  const selector = ROLES[role] ? own + ', ' + ROLES[role] : own;
  return [...document.querySelectorAll(selector)].filter((each) => nameOf(each) === squash(name) && isShown(each));
}

function listByPath({ kind, path }) {
  if (kind === 'css') return path.length === 1 ? [...document.querySelectorAll(path[0])] : [];
  const found = document.evaluate(path[0], document, null, XPathResult.ORDERED_NODE_SNAPSHOT_TYPE, null);
  return Array.from({ length: found.snapshotLength }, (_, at) => found.snapshotItem(at));
}

/** Of several, the one whose surroundings say so: the smallest part of the page that holds no other. */
function choose(found, places) {
  if (found.length < 2) return found[0] ?? null;
  const fitting = found.filter((element) => {
    let around = element;
    while (around.parentElement && !found.some((other) => other !== element && around.parentElement.contains(other)))
      around = around.parentElement;
    return places.some((place) => squash(around.textContent).includes(squash(place)));
  });
  return fitting.length === 1 ? fitting[0] : null;
}

function find({ ways, places }) {
  for (const way of ways) {
    const element = choose(way.kind === 'role' ? listByRole(way) : listByPath(way), places);
    if (element) return element;
  }
  return null;
}

function setValue(element, value) {
  element.focus();
  if (element.isContentEditable) element.textContent = value;
  else {
    // Past the setters by which frameworks notice changes of their own.
    const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(element), 'value');
    set.call(element, value);
  }
  element.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true, data: value }));
  element.dispatchEvent(new Event('change', { bubbles: true }));
}

function setChoice(element, value) {
  const isBox = element.matches('input[type=checkbox], input[type=radio]');
  if (isBox) {
    if (element.checked !== (value === 'true')) element.click();
    return;
  }
  if (element.tagName !== 'SELECT') return setValue(element, value);
  const option = [...element.options].find(({ label }) => squash(label) === squash(value));
  if (!option) throw new Error('There is no option “' + value + '”.');
  setValue(element, option.value);
}

function press(element, key) {
  element.focus?.();
  const init = { key, bubbles: true, cancelable: true, composed: true };
  const isHandled = !element.dispatchEvent(new KeyboardEvent('keydown', init));
  element.dispatchEvent(new KeyboardEvent('keyup', init));
  if (key === 'Enter' && !isHandled && element.matches('input')) element.form?.requestSubmit();
}

const ACTS = {
  click: (element) => element.click(),
  hover: (element) => element.dispatchEvent(new MouseEvent('mouseover', { bubbles: true })),
  textInput: setValue,
  change: setChoice,
  press: (element, key) => press(element ?? document.activeElement ?? document.body, key),
  submit: (element) => (element.form ?? element.closest('form')).requestSubmit(),
};

function toPattern(text) {
  const escaped = squash(text).replace(/[.*+?^$` +
  '{}' +
  String.raw`()|[\]\\]/g, '\\$&');
  return new RegExp(escaped.replaceAll('#', '\\d[\\d.,]*'), 'i');
}

function holds(check, element) {
  const page = squash(document.body.innerText);
  if (check.kind === 'shows') return toPattern(check.text).test(page);
  if (check.kind === 'hides') return !toPattern(check.text).test(page);
  if (check.kind === 'ticked') return element?.checked === check.on;
  if (check.kind === 'address') {
    const path = check.path.split('*').map((part) => part.replace(/[.+?^$` +
  '{}' +
  String.raw`()|[\]\\]/g, '\\$&')).join('[^/]+');
    return new RegExp('^' + path + '/?$').test(location.pathname + (location.hash.startsWith('#/') ? location.hash : ''));
  }
  const value = element?.tagName === 'SELECT' ? element.selectedOptions[0]?.label : element?.value;
  return squash(value ?? element?.textContent) === squash(check.text);
}

async function until(read, signal) {
  const end = performance.now() + WAIT_MS;
  for (;;) {
    signal?.throwIfAborted();
    const value = read();
    if (value || performance.now() > end) return value;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

function fill(value, input) {
  if (typeof value === 'string') return value.replace(/\{\{(\w+)\}\}/g, (slot, name) => String(input[name] ?? slot));
  if (Array.isArray(value)) return value.map((each) => fill(each, input));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, fill(each, input)]));
}

async function execute(given, { signal } = {}) {
  const input = { ...DEFAULTS, ...given };
  const missing = TOOL.inputSchema.required.filter((name) => input[name] === undefined);
  if (missing.length > 0) throw new Error('Missing: ' + missing.join(', ') + '.');
  const done = [];
  for (const step of fill(STEPS, input)) {
    const element = step.target && (await until(() => find(step.target), signal));
    if (step.target && !element) throw new Error('Not found: ' + step.said + '. Done before: ' + (done.join('; ') || 'nothing') + '.');
    ACTS[step.act](element, step.value);
    const failed = [];
    for (const check of step.checks) if (!(await until(() => holds(check, element), signal))) failed.push(check.text ?? check.path ?? check.kind);
    if (failed.length > 0) throw new Error(step.said + ' was done, but this was expected: ' + failed.join('; ') + '.');
    done.push(step.said);
  }
  return 'Done: ' + done.join('; ') + '.';
}

if ('modelContext' in document) document.modelContext.registerTool({ ...TOOL, execute });
`;
