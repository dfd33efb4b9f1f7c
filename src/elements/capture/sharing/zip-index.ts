import {html, render} from 'lit';
import {directionOf, savedDocument} from '../../seal-inspector/report/printed.js';
import type {CaptureSummary} from '../../../core/queue/queue-client.js';
import {takenText} from '../files/taken-text.js';
import type {Localize} from '../../strings/localize.js';

/** A file in the ZIP. */
export interface Listed {
  path: string;
  /** ISO 8601 in UTC. */
  capturedAt: string;
  /** Set for a photo that was chosen, and not taken here. */
  imported?: CaptureSummary['imported'];
  /** `unsealed`: it was not sealed here. A chosen file may have a seal of its own. */
  seal: keyof typeof terms;
}

const terms = {
  sealed: 'sharingSealed',
  sandbox: 'sharingSandbox',
  unsealed: 'sharingUnsealed',
} as const;

const styles = `body { max-width: 42rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.5 system-ui, sans-serif; }
li { margin-block: 0.75rem; } a { overflow-wrap: anywhere; } p, li span { display: block; }`;

/** The list of the files in a ZIP, for the person who receives it: an HTML document that fetches nothing. */
export const zipIndex = (files: readonly Listed[], say: Localize): Promise<string> =>
  savedDocument({
    styles,
    write: (kept) => {
      const title = say.term('sharingIndex', files.length);
      kept.title = title;
      kept.documentElement.lang = say.lang();
      kept.documentElement.dir = directionOf(say.lang());
      render(
        html`<h1>${title}</h1>
          <ol>
            ${files.map(
              ({path, seal, ...file}) =>
                html`<li>
                  <a href=${encodeURI(path)}><bdi>${path.split('/').at(-1)}</bdi></a>
                  <span>${takenText(file, say)} · ${say.term(terms[seal])}</span>
                </li>`,
            )}
          </ol>
          <p>${say.term('sharingCheck')}</p>
          <p>${say.term('sharingKeepTogether')}</p>`,
        kept.body,
      );
    },
  });
