/** An attribute and its value; undefined where the option is at its default. */
type Option = [name: string, value: string | undefined];

/** The values of the form's controls. */
function optionsOf(form: HTMLFormElement): Option[] {
  const controls = form.querySelectorAll<HTMLInputElement | HTMLSelectElement>('[data-option]');
  return [...controls].map((control): Option => {
    const name = control.dataset['option'] ?? '';
    if (control instanceof HTMLInputElement && control.type === 'checkbox') {
      return [name, control.checked ? '' : undefined];
    }
    return [name, control.value === '' ? undefined : control.value];
  });
}

/** Sets the chosen options. The code that verifies in the browser has 8 MB, and is loaded when it is chosen first. */
export async function applyOptions(element: HTMLElement, form: HTMLFormElement): Promise<void> {
  const options = optionsOf(form);
  const isLocal = options.some(([name, value]) => name === 'verify' && value !== undefined);
  if (isLocal) await import('sealed-capture/local-verification');
  for (const [name, value] of options) {
    if (value === undefined) element.removeAttribute(name);
    else if (element.getAttribute(name) !== value) element.setAttribute(name, value);
  }
}

/** The element's HTML as a page would write it. */
export function htmlOf(tag: string, form: HTMLFormElement): string {
  const attributes = optionsOf(form)
    .filter((option): option is [string, string] => option[1] !== undefined)
    .map(([name, value]) => (value === '' ? name : `${name}="${quotable(value)}"`));
  const open = ['sandbox', ...attributes].join(attributes.length > 2 ? '\n  ' : ' ');
  const content = tag === 'protection-provider' ? '\n  <capture-image></capture-image>\n' : '';
  return `<${tag} ${open}>${content}</${tag}>`;
}

const quotable = (value: string): string => value.replace(/&/g, '&amp;').replace(/"/g, '&quot;');
