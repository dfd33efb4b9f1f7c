import 'sealed-capture';
import {protection} from './protection';

const find = <Found extends Element>(selector: string): Found => {
  const found = document.querySelector<Found>(selector);
  if (!found) throw new Error(`There is no ${selector}.`);
  return found;
};

// The provider came with the HTML, and is upgraded by now: it takes the property as any other.
find<HTMLElementTagNameMap['protection-provider']>('protection-provider').protection = protection;

function tell(text: string) {
  const line = document.createElement('li');
  line.textContent = text;
  find('ol').append(line);
}

// The events bubble and leave the shadow roots: one listener on the document hears every element.
document.addEventListener('captured', ({mode}) => tell(`${mode} taken`));
document.addEventListener('protected', ({mode}) => tell(`${mode} sealed`));
document.addEventListener('delivered', ({mode}) => tell(`${mode} delivered`));
document.addEventListener('protect-error', ({message}) => tell(message));
document.addEventListener('inspected', ({result}) => tell(`checked: ${result.labelState}`));
document.addEventListener('submit', (event) => {
  event.preventDefault();
  const photo = new FormData(event.target as HTMLFormElement).get('photo') as File;
  tell(`report with ${photo.type}`);
});

find('nav').addEventListener('click', ({target}) => {
  const view = target instanceof HTMLElement ? target.dataset['view'] : undefined;
  if (!view) return;
  find('main').replaceChildren(find<HTMLTemplateElement>(`#${view}`).content.cloneNode(true));
  const inspector = document.querySelector('seal-inspector');
  if (inspector) inspector.protection = protection;
});
