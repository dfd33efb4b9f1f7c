import {objectAt, textAt} from '@sealed-capture/seal/model/json/loose-json.js';
import {html, nothing, type ReactiveControllerHost, type TemplateResult} from 'lit';
import {saveFile} from '../../../core/wiring/elements/save-file.js';
import {
  factsStateOf,
  type FactsState,
} from '@sealed-capture/seal/model/inspection/seal-contents.js';
import {toSealedCaptureError} from '@sealed-capture/seal/model/errors.js';
import type {View} from '../../metadata/view.js';
import {savedName} from '../intake/file-name.js';
import type {DoneInspection} from '../inspection.js';
import type {EvidenceText} from '../../../core/wiring/elements/case-packer.js';
import {jsonOf} from './json-text.js';
import {printReport, reportFile, type ReportParts} from './report.js';
import type {ResultSetting} from '../inspection.js';

type Said =
  | 'copied'
  | 'notCopied'
  | 'packing'
  | 'packed'
  | 'notPacked'
  | 'notPackedHere'
  | 'notPrinted';

/** What is exported in a report or an evidence package. */
export interface TakenAlong extends ResultSetting {
  inspection: DoneInspection;
  view: View;
}

type Host = ReactiveControllerHost & {renderRoot: Node};

/** The exports of a verdict. */
export class TakeAway {
  readonly #host: Host;
  readonly #save: typeof saveFile;
  readonly #copy: (text: string) => Promise<void>;
  readonly #print?: (frame: Window) => void;
  /** The last message, and the id of its file. */
  #said?: {id: number; words: Said};
  #packing?: AbortController;
  /** Exists until the next print: the printed document may still be needed. */
  #printing?: AbortController;

  constructor(
    host: Host,
    save = saveFile,
    // Insecure pages have no clipboard.
    copy = async (text: string) => navigator.clipboard.writeText(text),
    print?: (frame: Window) => void,
  ) {
    this.#host = host;
    this.#save = save;
    this.#copy = copy;
    this.#print = print;
    host.addController(this);
  }

  hostDisconnected() {
    this.#packing?.abort();
    this.#printing?.abort();
    if (this.#said?.words === 'packing') this.#said = undefined;
  }

  /** The message about the last export of this file. */
  said(id: number): Said | undefined {
    return this.#said?.id === id ? this.#said.words : undefined;
  }

  /** The main exports, which are beside the verdict, and those of the JSON. */
  render(along: TakenAlong): {actions: TemplateResult; json: TemplateResult} {
    const {inspection, view} = along;
    const {id, file, progress} = inspection;
    const said = this.said(id);
    const json = () => jsonOf(progress.opinions.result);
    const say = (words?: Said) => {
      this.#said = words && {id, words};
      this.#host.requestUpdate();
    };
    const onCopy = async () => {
      // Cleared first, so that the same words are announced again.
      say();
      await this.#host.updateComplete;
      say(
        await json()
          .then(this.#copy)
          .then(
            () => 'copied',
            () => 'notCopied',
          ),
      );
    };
    const onJson = async () => {
      const type = 'application/json';
      this.#save(new Blob([await json()], {type}), savedName(file, '.inspection.json'));
    };
    const onPrint = () => this.#printed(along).catch(() => say('notPrinted'));
    const onEvidence = async () => {
      say('packing');
      this.#packing?.abort();
      const {signal} = (this.#packing = new AbortController());
      try {
        const evidence = await packed(along, signal);
        if (signal.aborted) return;
        this.#save(evidence, savedName(file, '.evidence.zip'));
        say('packed');
      } catch (thrown) {
        const {code} = toSealedCaptureError(thrown, 'media_unsupported');
        if (!signal.aborted) say(code === 'worker_unavailable' ? 'notPackedHere' : 'notPacked');
      }
    };
    return {
      actions: html`<div
        class="take-away"
        part="take-away"
        role="group"
        aria-label=${view.term('takeAway')}
      >
        <div class="buttons">
          ${button('print', onPrint, view)} ${button('evidence', onEvidence, view)}
          <slot name="actions"></slot>
        </div>
        ${isOfJson(said) ? nothing : renderSaid(said, view)}
      </div>`,
      json: html`<div class="buttons">
          ${button('saveJson', onJson, view)} ${button('copy', onCopy, view)}
        </div>
        ${isOfJson(said) ? renderSaid(said, view) : nothing}`,
    };
  }

  async #printed(along: TakenAlong) {
    this.#printing?.abort();
    const {signal} = (this.#printing = new AbortController());
    const parts = await partsOf(along, signal);
    if (!signal.aborted) await printReport(parts, this.#host.renderRoot, signal, this.#print);
  }
}

const button = (
  words: 'copy' | 'saveJson' | 'print' | 'evidence',
  onClick: () => unknown,
  {term}: View,
): TemplateResult =>
  html`<button class="button" type="button" @click=${onClick}>${term(words)}</button>`;

const isOfJson = (said: Said | undefined): boolean => said === 'copied' || said === 'notCopied';

const renderSaid = (said: Said | undefined, {term}: View) =>
  said ? html`<p class="quiet">${term(said)}</p>` : nothing;

/** Waits for the facts if they are still being read. */
export async function partsOf(
  {inspection, host, reader, view}: TakenAlong,
  signal: AbortSignal,
): Promise<ReportParts> {
  const read = inspection.progress.facts;
  const facts: FactsState =
    read.name === 'read' || read.name === 'failed'
      ? read
      : await factsStateOf(reader.facts(inspection.file, signal));
  return {inspection, facts, host, view};
}

/** The certificates of a service's `trust.json`, without the interim list's; PEM is returned unchanged. */
export function pemOf(trustAnchors: string): string {
  if (!trustAnchors.trimStart().startsWith('{')) return trustAnchors;
  const trust: unknown = JSON.parse(trustAnchors);
  const official = objectAt(trust, 'official');
  return [trust, official]
    .flatMap((one) => [textAt(one, 'signers') ?? '', textAt(one, 'timeStamps') ?? ''])
    .join('');
}

async function packed(along: TakenAlong, signal: AbortSignal): Promise<Blob> {
  const texts = await evidenceTexts(along, signal);
  return along.reader.evidence(along.inspection.file, texts, signal);
}

/** What a page adds to an evidence package: the result, the report, who verified, and the trust anchors. */
export async function evidenceTexts(
  along: TakenAlong,
  signal: AbortSignal,
): Promise<EvidenceText[]> {
  const {inspection} = along;
  const {result, service, local, trustAnchors} = inspection.progress.opinions;
  const texts = [
    {name: 'result.json', text: await jsonOf(result)},
    {name: 'report.html', text: await reportFile(await partsOf(along, signal))},
  ];
  if (service && local) {
    texts.push(
      {name: 'service-result.json', text: await jsonOf(service)},
      {name: 'local-result.json', text: await jsonOf(local)},
    );
  }
  if (trustAnchors) texts.push({name: 'seal/trust-anchors.pem', text: pemOf(trustAnchors)});
  return texts;
}
