import type {Option} from './snippets.js';

type Control = HTMLInputElement | HTMLSelectElement;

const controlsOf = (form: HTMLFormElement): Control[] => [
  ...form.querySelectorAll<Control>('[data-option]'),
];

const isCheckbox = (control: Control): control is HTMLInputElement =>
  control instanceof HTMLInputElement && control.type === 'checkbox';

function optionOf(control: Control): Option | undefined {
  const {option = '', property = ''} = control.dataset;
  const value = isCheckbox(control)
    ? control.checked
      ? ''
      : undefined
    : control.value || undefined;
  if (value === undefined) return undefined;
  const kind = control.dataset['kind'] as Option['kind'];
  return {attribute: option, property, kind, value};
}

/** The options that differ from their defaults. */
export const optionsOf = (form: HTMLFormElement): Option[] =>
  controlsOf(form)
    .map(optionOf)
    .filter((one) => one !== undefined);

/** Gives all controls the values of a preset; those that it does not name get their defaults. */
export function fillOptions(form: HTMLFormElement, preset: Readonly<Record<string, string>>): void {
  form.reset();
  for (const control of controlsOf(form)) {
    const value = preset[control.dataset['option'] ?? ''];
    if (value === undefined) continue;
    if (isCheckbox(control)) control.checked = true;
    else control.value = value;
  }
}

/** Sets the chosen options. The code that verifies in the browser has 8 MB, and is loaded when it is chosen first. */
export async function applyOptions(element: HTMLElement, form: HTMLFormElement): Promise<void> {
  const chosen = new Map(optionsOf(form).map(({attribute, value}) => [attribute, value]));
  if (chosen.has('verify')) await import('sealed-capture/local-verification');
  for (const {dataset} of controlsOf(form)) {
    const name = dataset['option'] ?? '';
    const value = chosen.get(name);
    if (value === undefined) element.removeAttribute(name);
    else if (element.getAttribute(name) !== value) element.setAttribute(name, value);
  }
}
