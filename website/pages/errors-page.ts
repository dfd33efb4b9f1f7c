import {errorCodes} from '@sealed-capture/seal/model/errors.js';
import {isRetryable} from '@sealed-capture/seal/model/errors/retryable.js';
import {ERRORS, readText} from '../contents.js';
import type {Page} from '../layout.js';
import {render, renderInline} from '../markdown.js';
import {markup, Markup} from '../markup.js';

const SOURCE = 'docs/errors.md';

/** A row of the document's table. */
interface Row {
  when: string;
  seen: string;
  todo: string;
}

function readRows(text: string): Map<string, Row> {
  const rows = [...text.matchAll(/^\| `(\w+)` *\|(.+)\|(.+)\|(.+)\| (?:yes|no) +\|$/gm)];
  return new Map(
    rows.map(([, code = '', when = '', seen = '', todo = '']) => [
      code,
      {when: when.trim(), seen: seen.trim(), todo: todo.trim()},
    ]),
  );
}

/**
 * Every error code in the code's order. Codes and whether they are retried come from `model/errors.ts`; the texts for
 * people and pages come from the document.
 *
 * @throws if the document does not describe a code
 */
export function errorsPage(): Page {
  const text = readText(SOURCE);
  const rows = readRows(text);
  const [before = ''] = text.split(/^\| Code/m);
  const [, after = ''] = text.split(/^\| `internal_error`.*$/m);
  const intro = render(before, SOURCE);
  const rest = render(after, SOURCE);
  const codes = errorCodes.map((code) => {
    const row = rows.get(code);
    if (!row) throw new Error(`${SOURCE} does not describe ${code}.`);
    return {code, ...row, heading: {id: code, text: code, depth: 3}};
  });
  const list = codes.map(
    ({code, when, seen, todo}) => markup`<section class="entry">
<h3 id="${code}"><code>${code}</code><a class="anchor" href="#${code}" aria-label="Link to ${code}">#</a></h3>
<p>${renderInline(when, SOURCE)}</p>
<dl>
<dt>The person sees</dt><dd>${renderInline(seen, SOURCE)}</dd>
<dt>Your page should</dt><dd>${renderInline(todo, SOURCE)}</dd>
<dt>Retried</dt><dd>${isRetryable(code) ? 'Yes, by itself' : 'No'}</dd>
</dl>
</section>`,
  );
  const index = markup`<p class="index">${codes.map(({code}) => markup`<a href="#${code}"><code>${code}</code></a> `)}</p>`;
  const all = {id: 'codes', text: 'All codes', depth: 2};
  return {
    file: ERRORS,
    title: 'Errors',
    summary: intro.summary,
    content: markup`${intro.content}<h2 id="codes">All codes</h2>${index}${list}${new Markup(rest.content.text)}`,
    headings: [...intro.headings, all, ...rest.headings],
    sections: [
      ...intro.sections,
      ...codes.map(({heading, when, seen, todo}) => ({heading, text: `${when} ${seen} ${todo}`})),
      ...rest.sections,
    ],
  };
}
