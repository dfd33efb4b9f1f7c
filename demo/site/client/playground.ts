import {createProtection, type AccessToken} from 'sealed-capture/core';
import {describeEvent} from './event-words.js';

const KEPT_EVENTS = 50;

/** Loads each element with its late parts only where it is tried. */
const loaders: Readonly<Record<string, () => Promise<unknown>>> = {
  'capture-image': () => import('sealed-capture/capture-image'),
  'capture-audio': () => import('sealed-capture/capture-audio'),
  'seal-inspector': () => import('sealed-capture/seal-inspector'),
  'protection-provider': () =>
    Promise.all([
      import('sealed-capture/protection-provider'),
      import('sealed-capture/capture-image'),
      import('sealed-capture/capture-audio'),
    ]),
};

const frame = document.querySelector<HTMLElement>('.playground');
if (frame) void setUp(frame);

async function setUp(place: HTMLElement): Promise<void> {
  const tag = place.dataset['element'] ?? '';
  place.hidden = false;
  document.querySelector('#no-playground')?.remove();
  const form = required<HTMLFormElement>(place, '.options');
  const log = required<HTMLElement>(place, '#event-log');
  const code = required<HTMLElement>(place, '#playground-html');
  let element: HTMLElement | undefined;
  const show = (): void => {
    code.textContent = htmlOf(tag, form);
  };
  const apply = (): void => {
    show();
    if (element) applyOptions(element, form);
  };
  form.addEventListener('input', apply);
  form.addEventListener('submit', (event) => event.preventDefault());
  form.querySelector('input[type="text"]')?.addEventListener('change', apply);
  show();

  const start = async (): Promise<void> => {
    const stage = required<HTMLElement>(place, '.stage');
    const state = required<HTMLElement>(place, '#playground-state');
    state.textContent = 'Loading …';
    try {
      await loaders[tag]?.();
    } catch {
      state.textContent =
        'The element could not be loaded. Check the network, then reload the page.';
      return;
    }
    element = document.createElement(tag);
    for (const name of place.dataset['events']?.split(' ') ?? []) {
      element.addEventListener(name, (event) => noteEvent(place, log, event));
    }
    if (tag === 'protection-provider') {
      element.append(document.createElement('capture-image'));
    }
    Object.assign(element, {protection: createProtection({sandbox: true, getToken})});
    // Apart from what the demo on the same origin keeps.
    if (tag !== 'seal-inspector') Object.assign(element, {account: 'playground'});
    applyOptions(element, form);
    stage.replaceChildren(element);
    state.textContent = (await hasService())
      ? 'The element is live and uses the sandbox of this demo’s service. What you capture stays in this browser.'
      : 'No service answers behind this page: the element is live, but nothing is sealed or inspected. “npm start” has one.';
  };
  // A camera that was allowed before would turn itself on.
  const hasCamera = tag === 'capture-image' || tag === 'protection-provider';
  if (hasCamera) required(place, '.run').addEventListener('click', () => void start());
  else await start();
}

/** Sets what was chosen; an option at its default is left out. */
function applyOptions(element: HTMLElement, form: HTMLFormElement): void {
  for (const [name, value] of optionsOf(form)) {
    if (value === undefined) element.removeAttribute(name);
    else if (element.getAttribute(name) !== value) element.setAttribute(name, value);
  }
}

function optionsOf(form: HTMLFormElement): [string, string | undefined][] {
  const controls = form.querySelectorAll<HTMLInputElement | HTMLSelectElement>('[data-option]');
  return [...controls].map((control) => {
    const name = control.dataset['option'] ?? '';
    if (control instanceof HTMLInputElement && control.type === 'checkbox') {
      return [name, control.checked ? '' : undefined];
    }
    return [name, control.value === '' ? undefined : control.value];
  });
}

/** The tag as a page would write it. */
function htmlOf(tag: string, form: HTMLFormElement): string {
  const attributes = optionsOf(form)
    .filter((option): option is [string, string] => option[1] !== undefined)
    .map(([name, value]) =>
      value === '' ? name : `${name}="${value.replace(/&/g, '&amp;').replace(/"/g, '&quot;')}"`,
    );
  const open = ['sandbox', ...attributes].join(attributes.length > 2 ? '\n  ' : ' ');
  const content = tag === 'protection-provider' ? '\n  <capture-image></capture-image>\n' : '';
  return `<${tag} ${open}>${content}</${tag}>`;
}

function noteEvent(place: HTMLElement, log: HTMLElement, event: Event): void {
  required<HTMLElement>(place, '#no-events').hidden = true;
  const line = document.createElement('li');
  const time = document.createElement('time');
  time.textContent = new Date().toLocaleTimeString(undefined, {
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    fractionalSecondDigits: 1,
  });
  const name = document.createElement('strong');
  name.textContent = event.type;
  const detail = document.createElement('code');
  detail.textContent = describeEvent(event);
  line.append(time, ' ', name, ' ', detail);
  log.prepend(line);
  while (log.childElementCount > KEPT_EVENTS) log.lastElementChild?.remove();
}

/** The backend that mints tokens, where `npm start` serves the page. */
async function getToken(signal: AbortSignal): Promise<AccessToken> {
  const answer = await fetch('/demo/token', {method: 'POST', signal});
  if (!answer.ok) throw new Error(`No token: ${answer.status}`);
  return (await answer.json()) as AccessToken;
}

const hasService = (): Promise<boolean> =>
  fetch('/healthz').then(
    ({ok}) => ok,
    () => false,
  );

function required<E extends Element = Element>(parent: ParentNode, selector: string): E {
  const element = parent.querySelector<E>(selector);
  if (!element) throw new Error(`The page has no ${selector}.`);
  return element;
}
