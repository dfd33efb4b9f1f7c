import {html, nothing, type ReactiveControllerHost, type TemplateResult} from 'lit';
import {saveFile} from '../../core/inspection.js';
import type {View} from '../metadata/view.js';
import {savedName} from './file-name.js';
import type {DoneInspection} from './inspection.js';
import {jsonOf} from './json-panel.js';

type Said = 'copied' | 'notCopied' | 'packing' | 'packed' | 'notPacked';

export interface TakeAwayParts {
  /** Prints a report on it. */
  print: (inspection: DoneInspection) => Promise<void>;
  /** A ZIP of the file with its report and what proves it. */
  pack: (inspection: DoneInspection) => Promise<Blob>;
  save?: typeof saveFile;
  copy?: (text: string) => Promise<void>;
}

/** What a person can take along of a verdict. */
export class TakeAway {
  readonly #host: ReactiveControllerHost;
  readonly #parts: Required<TakeAwayParts>;
  /** Of the file with this id. */
  #said?: {id: number; words: Said};

  constructor(host: ReactiveControllerHost, parts: TakeAwayParts) {
    this.#host = host;
    this.#parts = {
      save: saveFile,
      copy: (text) => navigator.clipboard.writeText(text),
      ...parts,
    };
  }

  /** How the last thing went that was asked for with this file. */
  said(id: number): Said | undefined {
    return this.#said?.id === id ? this.#said.words : undefined;
  }

  render(inspection: DoneInspection, {term}: View): TemplateResult {
    const {file, progress} = inspection;
    const json = () => jsonOf(progress.opinions.result);
    const said = this.said(inspection.id);
    const say = (words: Said | undefined) => {
      this.#said = words && {id: inspection.id, words};
      this.#host.requestUpdate();
    };
    const {copy, save, print, pack} = this.#parts;
    const onCopy = async () => {
      say(undefined);
      say(
        await copy(json()).then(
          () => 'copied',
          () => 'notCopied',
        ),
      );
    };
    const onJson = () =>
      save(new Blob([json()], {type: 'application/json'}), savedName(file, '.inspection.json'));
    const onEvidence = async () => {
      say('packing');
      try {
        save(await pack(inspection), savedName(file, '.evidence.zip'));
        say('packed');
      } catch {
        say('notPacked');
      }
    };
    const button = (words: 'copy' | 'saveJson' | 'print' | 'evidence', onClick: () => unknown) =>
      html`<button class="button" type="button" @click=${onClick}>${term(words)}</button>`;
    return html`<section class="take-away" part="take-away" aria-labelledby="take-away">
      <h3 id="take-away">${term('takeAway')}</h3>
      <div class="actions">
        ${button('saveJson', onJson)} ${button('copy', onCopy)}
        ${button('print', () => print(inspection))} ${button('evidence', onEvidence)}
        <slot name="actions"></slot>
      </div>
      ${said ? html`<p class="quiet">${term(said)}</p>` : nothing}
    </section>`;
  }
}
