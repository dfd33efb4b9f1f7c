import './style.css';
import type {Found} from './search-fields.js';

const COPIED_MS = 2_000;

const search = document.querySelector<HTMLElement>('#search');
const field = search?.querySelector('input');
const found = document.querySelector<HTMLElement>('#found');
const count = document.querySelector<HTMLElement>('#found-count');
let opened: Promise<(words: string) => Found[]> | undefined;

if (search && field && found) {
  search.hidden = false;
  field.addEventListener('focus', () => void open().catch(() => undefined));
  field.addEventListener('input', () => void showFound(field, found));
  search.addEventListener('keydown', (event) => moveBy(event, field, found));
  search.addEventListener('focusout', ({relatedTarget}) => {
    if (relatedTarget instanceof Node && search.contains(relatedTarget)) return;
    found.hidden = true;
  });
  addEventListener('keydown', (event) => {
    const {target, key, ctrlKey, metaKey, altKey} = event;
    if (key !== '/' || ctrlKey || metaKey || altKey) return;
    if (target instanceof Element && target.closest('input, select, textarea, [data-element]'))
      return;
    event.preventDefault();
    field.focus();
  });
}

// If `npm start` serves the site, the demo is beside the documentation.
if (location.pathname.includes('/docs/')) {
  for (const link of document.querySelectorAll<HTMLElement>('.to-demo')) link.hidden = false;
}

for (const block of document.querySelectorAll<HTMLElement>('pre[data-language]')) offerCopy(block);

/** Loads the index once, and again after a failure. */
function open(): Promise<(words: string) => Found[]> {
  opened ??= import('./search.js')
    .then(({openSearch}) => openSearch(new URL('search.json', document.baseURI).href))
    .catch((error: unknown) => {
      opened = undefined;
      throw error;
    });
  return opened;
}

async function showFound(input: HTMLInputElement, list: HTMLElement): Promise<void> {
  const words = input.value.trim();
  if (!words) {
    list.hidden = true;
    return;
  }
  try {
    const hits = (await open())(words);
    // Another letter was typed meanwhile.
    if (words !== input.value.trim()) return;
    list.replaceChildren(...hits.map(hitLink));
    say(
      list,
      hits.length === 0 ? `Nothing is found for “${words}”.` : `${hits.length} found.`,
      hits,
    );
  } catch {
    list.replaceChildren();
    say(list, 'The search could not be loaded. Check the network, then type again.', []);
  }
}

function say(list: HTMLElement, words: string, hits: readonly Found[]): void {
  if (hits.length === 0) {
    const line = document.createElement('p');
    line.textContent = words;
    list.append(line);
  }
  list.hidden = false;
  if (count) count.textContent = words;
}

function hitLink({title, heading, address, excerpt}: Found): HTMLElement {
  const link = document.createElement('a');
  link.href = address;
  const name = document.createElement('strong');
  name.textContent = heading ? `${title}: ${heading}` : title;
  const text = document.createElement('span');
  text.textContent = excerpt;
  link.append(name, text);
  link.addEventListener('click', () => {
    if (found) found.hidden = true;
  });
  return link;
}

/** Arrow keys move through the results, Escape leaves them. */
function moveBy(event: KeyboardEvent, input: HTMLInputElement, list: HTMLElement): void {
  if (event.key === 'Escape') {
    list.hidden = true;
    input.focus();
    return;
  }
  const links = [...list.querySelectorAll('a')];
  const stops = [input, ...links];
  const at = stops.findIndex((stop) => stop === document.activeElement);
  if (event.key === 'Enter' && at === 0) links[0]?.click();
  const step = {ArrowDown: 1, ArrowUp: -1}[event.key];
  if (step === undefined || list.hidden || at < 0) return;
  event.preventDefault();
  stops.at((at + step) % stops.length)?.focus();
}

function offerCopy(block: HTMLElement): void {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy';
  button.textContent = 'Copy';
  const frame = document.createElement('div');
  frame.className = 'code';
  block.replaceWith(frame);
  frame.append(block, button);
  button.addEventListener('click', () => {
    void navigator.clipboard.writeText(block.textContent).then(
      () => say('Copied'),
      () => say('Not allowed'),
    );
  });
  const say = (words: string): void => {
    button.textContent = words;
    setTimeout(() => (button.textContent = 'Copy'), COPIED_MS);
  };
}
