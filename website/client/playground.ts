import {createProtection, type AccessToken} from 'sealed-capture/core';
import type {SealInspector} from 'sealed-capture/seal-inspector';
import {sealedSample} from '../../demo/sample.js';
import {chooseFramework, chosenFramework} from './chosen-framework.js';
import {describeEvent} from './event-words.js';
import {applyOptions, fillOptions, optionsOf} from './options.js';
import {snippet} from './snippets.js';

const KEPT_EVENTS = 50;

/** Loads each element with its late parts only on pages where it is shown. */
const loaders: Readonly<Record<string, () => Promise<unknown>>> = {
  'capture-image': () => import('sealed-capture/capture-image'),
  'capture-audio': () => import('sealed-capture/capture-audio'),
  'seal-inspector': () => import('sealed-capture/seal-inspector'),
  'protection-provider': () =>
    Promise.all([
      import('sealed-capture/protection-provider'),
      import('sealed-capture/capture-image'),
    ]),
};

/** Makes the playground of a page work: its options and the view change the real element. */
export async function startPlayground(place: HTMLElement): Promise<void> {
  const tag = place.dataset['element'] ?? '';
  place.hidden = false;
  const form = required<HTMLFormElement>(place, '.options');
  const view = required<HTMLFormElement>(place, '.view');
  let element: HTMLElement | undefined;
  const showCode = startFrameworks(required(place, '.code'), (framework) =>
    snippet(framework, tag, optionsOf(form)),
  );
  const apply = (): void => {
    showCode();
    if (element) void applyOptions(element, form);
  };
  form.addEventListener('input', apply);
  form.addEventListener('submit', (event) => event.preventDefault());
  view.addEventListener('input', ({target}) => {
    const {dataset, value} = target as HTMLSelectElement;
    if (dataset['view'] === 'preset') {
      fillOptions(form, JSON.parse(value) as Record<string, string>);
      apply();
    } else showView(required(place, '.stage'), view);
  });

  const start = async (): Promise<void> => {
    element = await startElement(place, tag);
    if (element) await applyOptions(element, form);
  };
  // A camera with an earlier permission would turn itself on.
  const hasCamera = tag === 'capture-image' || tag === 'protection-provider';
  if (hasCamera) required(place, '.run').addEventListener('click', () => void start());
  else await start();
}

/** Shows the stage in the chosen theme, language, direction and width. */
function showView(stage: HTMLElement, view: HTMLFormElement): void {
  const chosen = (name: string): string =>
    required<HTMLSelectElement>(view, `[data-view="${name}"]`).value;
  const lang = chosen('lang');
  stage.lang = lang;
  stage.dir = chosen('dir') || (lang === 'ar' ? 'rtl' : 'ltr');
  stage.style.colorScheme = chosen('theme');
  stage.style.inlineSize = chosen('width') && `${chosen('width')}px`;
}

/**
 * Shows the code of the chosen framework, which every page remembers.
 *
 * @returns shows it again
 */
function startFrameworks(place: HTMLElement, codeOf: (framework: string) => string): () => void {
  const buttons = [...place.querySelectorAll('button')];
  const show = (): void => {
    const chosen = buttons.some(({textContent}) => textContent === chosenFramework())
      ? chosenFramework()
      : 'HTML';
    for (const button of buttons) button.ariaPressed = String(button.textContent === chosen);
    required(place, 'code').textContent = codeOf(chosen);
  };
  for (const button of buttons) {
    button.addEventListener('click', () => {
      chooseFramework(button.textContent);
      show();
    });
  }
  show();
  return show;
}

/** Adds the element to its stage. Resolves with undefined if it could not be loaded, after the page has shown that. */
async function startElement(place: HTMLElement, tag: string): Promise<HTMLElement | undefined> {
  const state = required<HTMLElement>(place, '.state');
  state.textContent = 'Loading …';
  try {
    await loaders[tag]?.();
  } catch {
    state.textContent = 'The element could not be loaded. Check the network, then reload the page.';
    return undefined;
  }
  const element = document.createElement(tag);
  for (const name of place.dataset['events']?.split(' ') ?? []) {
    element.addEventListener(name, (event) => noteEvent(place, event));
  }
  if (tag === 'protection-provider') element.append(document.createElement('capture-image'));
  Object.assign(element, {protection: createProtection({sandbox: true, getToken})});
  const isInspector = tag === 'seal-inspector';
  // Separates its captures from those of the demo on the same origin.
  if (!isInspector) Object.assign(element, {account: 'playground'});
  required(place, '.stage').replaceChildren(element);
  void hasService().then((isThere) => {
    state.textContent = stateWords(isThere, isInspector);
    if (isThere && isInspector) offerSample(state, element as SealInspector);
  });
  return element;
}

function stateWords(hasService: boolean, isInspector: boolean): string {
  if (!hasService) {
    return 'The element is live, but no service answers behind this page, so that nothing is sealed or inspected. “npm start” has one.';
  }
  return isInspector
    ? 'The element is live. The service of this demo checks the files.'
    : 'The element is live. The sandbox of this demo’s service seals; what you capture stays in this browser.';
}

/** Offers a sample to visitors who have no sealed file. */
function offerSample(state: HTMLElement, inspector: SealInspector): void {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'sample';
  button.textContent = 'Inspect a sealed sample';
  button.addEventListener('click', () => {
    button.disabled = true;
    void sealedSample(getToken)
      .then((file) => inspector.inspect(file))
      .catch(() => (state.textContent = 'The service did not seal the sample. Try again later.'))
      .finally(() => (button.disabled = false));
  });
  state.after(button);
}

function noteEvent(place: HTMLElement, event: Event): void {
  required<HTMLElement>(place, '.no-events').hidden = true;
  const log = required(place, '.log');
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

/** A token from the backend, if `npm start` serves the page. */
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
