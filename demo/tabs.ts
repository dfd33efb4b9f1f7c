/**
 * Makes the tabs of a list show their panels: a press selects, and so do the arrows, Home and End.
 *
 * @param onSelect called with the panel that is shown, also at first
 */
export function startTabs(
  list: HTMLElement,
  onSelect: (panel: HTMLElement) => void = () => {},
): void {
  const tabs = [...list.querySelectorAll<HTMLElement>('[role=tab]')];
  const panelOf = (tab: HTMLElement) =>
    document.getElementById(tab.getAttribute('aria-controls') ?? '');
  const select = (selected: HTMLElement): void => {
    for (const tab of tabs) {
      tab.ariaSelected = String(tab === selected);
      tab.tabIndex = tab === selected ? 0 : -1;
      const panel = panelOf(tab);
      if (panel) panel.hidden = tab !== selected;
    }
    const shown = panelOf(selected);
    if (shown) onSelect(shown);
  };
  list.addEventListener('click', ({target}) => {
    const tab = target instanceof Element && target.closest<HTMLElement>('[role=tab]');
    if (tab) select(tab);
  });
  list.addEventListener('keydown', (event) => {
    const at = tabs.indexOf(event.target as HTMLElement);
    const forward = getComputedStyle(list).direction === 'rtl' ? -1 : 1;
    const to = {ArrowRight: at + forward, ArrowLeft: at - forward, Home: 0, End: -1}[event.key];
    const tab = to === undefined ? undefined : tabs.at(to % tabs.length);
    if (!tab) return;
    event.preventDefault();
    select(tab);
    tab.focus();
  });
  if (tabs[0]) select(tabs[0]);
}
