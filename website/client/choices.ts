import {chooseFramework, chosenFramework} from './chosen-framework.js';

/** Of sections for one framework each, shows the chosen one alone, under a row of buttons. */
export function startChoices(place: HTMLElement): void {
  const sections = [...place.querySelectorAll<HTMLElement>('[data-choice]')];
  const nameOf = ({dataset}: HTMLElement): string => dataset['choice'] ?? '';
  const bar = document.createElement('div');
  bar.className = 'frameworks';
  bar.role = 'group';
  bar.ariaLabel = 'Framework';
  const show = (name: string): void => {
    for (const section of sections) section.hidden = nameOf(section) !== name;
    for (const button of bar.querySelectorAll('button')) {
      button.ariaPressed = String(button.textContent === name);
    }
  };
  const buttons = sections.map((section) => {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = nameOf(section);
    button.addEventListener('click', () => {
      chooseFramework(nameOf(section));
      show(nameOf(section));
      // So that the choice can be sent to somebody.
      const {id} = section.querySelector('h3') ?? {};
      if (id) history.replaceState(history.state, '', `#${id}`);
    });
    return button;
  });
  bar.append(...buttons);
  place.prepend(bar);

  /** The section with the heading that the address names is shown, too: a link or the search leads to it. */
  const showNamed = (): boolean => {
    const target = document.getElementById(location.hash.slice(1));
    const named = sections.find((one) => target && one.contains(target));
    if (named) show(nameOf(named));
    return named !== undefined;
  };
  const follow = (): void => {
    if (!place.isConnected) removeEventListener('hashchange', follow);
    else if (showNamed()) document.getElementById(location.hash.slice(1))?.scrollIntoView();
  };
  addEventListener('hashchange', follow);
  const chosen = sections.find((one) => nameOf(one).endsWith(chosenFramework())) ?? sections[0];
  if (!showNamed() && chosen) show(nameOf(chosen));
  // VitePress scrolls in the next frame, to where the heading was when all sections were shown.
  else requestAnimationFrame(() => requestAnimationFrame(follow));
}
