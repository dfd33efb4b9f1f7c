/** Lets the table of texts show them in another language, and those alone in which some words are. */
export function startTexts(tools: HTMLElement): void {
  const menu = tools.querySelector('select');
  const filter = tools.querySelector('input');
  const count = tools.querySelector('[role=status]');
  const rows = [...document.querySelectorAll<HTMLTableRowElement>('[data-key]')];
  tools.hidden = false;
  const search = (): void => {
    const words = filter?.value.toLowerCase() ?? '';
    for (const row of rows) row.hidden = !row.textContent.toLowerCase().includes(words);
    if (count) count.textContent = words && `${rows.filter(({hidden}) => !hidden).length} found.`;
  };
  filter?.addEventListener('input', search);
  menu?.addEventListener('change', () => {
    const language = menu.value;
    void textsOf(language).then(
      (texts) => {
        if (language !== menu.value) return;
        for (const row of rows) {
          const cell = row.cells[1];
          if (!cell) continue;
          cell.lang = language;
          cell.dir = 'auto';
          cell.textContent = texts[row.dataset['key'] ?? ''] ?? '';
        }
        search();
      },
      () => {
        if (count)
          count.textContent =
            'The texts could not be loaded. Check the network, then choose again.';
      },
    );
  });
}

async function textsOf(language: string): Promise<Readonly<Record<string, string>>> {
  const answer = await fetch(`/docs/texts/${language}.json`);
  if (!answer.ok) throw new Error(`The texts were answered with ${answer.status}.`);
  return (await answer.json()) as Record<string, string>;
}
