import type {ReactiveControllerHost} from 'lit';
import type {CaptureSummary} from '../../core/queue/queue-client.js';
import {renderContents, type Contents} from '../capture/contents-list.js';
import {contentsStyles} from '../capture/contents-styles.js';
import {contents} from '../strings/en/contents.js';
import {metadata} from '../strings/en/metadata.js';
import {plateForm} from '../strings/en/plate-form.js';
import {Localize} from '../strings/localize.js';
import {PlateQuestions, type PlateSource} from './plates/plate-questions.js';
import {plateStyles} from './plates/plate-styles.js';

/** What is seen over the picture only at times: the list of what will be sealed, and the form for a licence plate. */
export class LatePanels {
  readonly styles = [contentsStyles, plateStyles];
  readonly #plates: PlateQuestions;
  readonly #say: Localize;

  constructor(host: ReactiveControllerHost & HTMLElement, plates: PlateSource) {
    this.#plates = new PlateQuestions(host, plates);
    this.#say = new Localize(host, {...metadata, ...contents, ...plateForm});
  }

  renderContents(shown: Contents) {
    return renderContents(shown, this.#say);
  }

  /** The form for the first of the photos that wait. */
  renderPlate(waiting: readonly CaptureSummary[], autoProtect: boolean) {
    return this.#plates.render(waiting, autoProtect, this.#say);
  }

  /** Draws the photo that is asked for. */
  update(waiting: readonly CaptureSummary[]) {
    this.#plates.update(waiting);
  }
}
