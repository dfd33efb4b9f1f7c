import type {ReactiveControllerHost} from 'lit';
import type {CaptureSummary} from '../../core/queue/queue-client.js';
import {renderContents, type Contents} from '../capture/contents/contents-list.js';
import {contentsStyles} from '../capture/contents/contents-styles.js';
import {contents} from '../../lang/compiled/en/contents.js';
import {metadata} from '../../lang/compiled/en/metadata.js';
import {plateForm} from '../../lang/compiled/en/plate-form.js';
import {Localize} from '../strings/localize.js';
import {panelStyles} from './panel-styles.js';
import {PlateQuestions, type PlateSource} from './plates/plate-questions.js';
import {plateStyles} from './plates/plate-styles.js';
import {QualityNotice, type QualityActions} from './quality/quality-notice.js';
import {qualityStyles} from './quality/quality-styles.js';

type Host = ReactiveControllerHost &
  HTMLElement & {readonly autoProtect: boolean; readonly protections: readonly CaptureSummary[]};

/**
 * Panels that are shown only at times: the list of contents, the form for a license plate, and the notice about a
 * photo's quality.
 */
export class LatePanels {
  readonly styles = [contentsStyles, panelStyles, plateStyles, qualityStyles];
  readonly plates: PlateQuestions;
  readonly quality: QualityNotice;
  readonly #say: Localize;

  constructor(host: Host, actions: PlateSource & QualityActions) {
    this.#say = new Localize(host, {...metadata, ...contents, ...plateForm});
    this.plates = new PlateQuestions(host, actions, this.#say);
    this.quality = new QualityNotice(host, actions);
  }

  renderContents(shown: Contents) {
    return renderContents(shown, this.#say);
  }
}
