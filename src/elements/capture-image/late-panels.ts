import {nothing, type LitElement} from 'lit';
import type {CaptureSummary} from '../../core/queue/queue-client.js';
import {renderContents, type Contents} from '../capture/contents/contents-list.js';
import {PermissionButton} from '../capture/way-out/permission-button.js';
import {permissionButtonStyles} from '../capture/way-out/permission-button-styles.js';
import {contentsStyles} from '../capture/contents/contents-styles.js';
import {contents} from '../../lang/compiled/en/contents.js';
import {imported} from '../../lang/compiled/en/imported.js';
import {metadata} from '../../lang/compiled/en/metadata.js';
import {plateForm} from '../../lang/compiled/en/plate-form.js';
import {Localize} from '../strings/localize.js';
import {retake, unanswered, type PhotoActions} from './album/photo-actions.js';
import {DeadEntries} from './fill/dead-entries.js';
import type {Fill} from './fill/fill.js';
import {panelStyles} from './panel-styles.js';
import {PlateQuestions} from './plates/plate-questions.js';
import {plateStyles} from './plates/plate-styles.js';
import {captionStyles} from './photos/caption-styles.js';
import {renderCaptionField} from './photos/photo-caption.js';
import {LastPhoto} from './tray/last-photo.js';
import {thumbnailStyles} from './tray/thumbnail-styles.js';
import type {Measured} from './review/review-events.js';
import {QualityNotice} from './quality/quality-notice.js';
import {qualityStyles} from './quality/quality-styles.js';

type Host = LitElement & {
  caption: string;
  readonly captionField: boolean;
  readonly autoProtect: boolean;
  readonly protections: readonly CaptureSummary[];
  readonly pendingLicensePlates: readonly CaptureSummary[];
  confirmLicensePlate(captureId: string, plateNumber: string): Promise<void>;
  requestPermissions(): Promise<unknown>;
};

/** What the panels need of their element, beyond its public members. */
interface PanelActions extends PhotoActions {
  /** The photos whose plate is asked for, oldest first. */
  plates: () => readonly CaptureSummary[];
  /** The element's own terms. */
  say: Localize;
  /** Shows a photo in the viewer. */
  view: (captureId: string) => Promise<void>;
  /** How the code for the whole screen is loaded. */
  imports: () => {fill: () => Promise<{Fill: typeof Fill}>};
  /** Replaces the time for which the notice about a photo's quality is shown, for tests. */
  shownMs?: number;
}

/**
 * The thumbnail of the last photo, and panels that are shown only at times: the list of contents with the browser's button for the location, the form for a
 * license plate, the notice about a photo's quality, and the field for a caption.
 */
export class LatePanels {
  readonly styles = [
    contentsStyles,
    permissionButtonStyles,
    panelStyles,
    plateStyles,
    qualityStyles,
    captionStyles,
    thumbnailStyles,
  ];
  readonly last: LastPhoto;
  readonly plates: PlateQuestions;
  readonly quality: QualityNotice;
  readonly #say: Localize;
  readonly #host: Host;
  readonly #place: PermissionButton;

  constructor(host: Host, actions: PanelActions) {
    this.#host = host;
    this.#place = new PermissionButton(host, 'geolocation');
    this.#say = new Localize(host, {...metadata, ...imported, ...contents, ...plateForm});
    const {announcements, connection, focused, plates, shownMs} = actions;
    const common = {
      retake: (captureId: string) => void retake(host, actions, captureId),
      announce: (text: string) => announcements.announce(text),
    };
    const source = {
      ...common,
      focused,
      waiting: plates,
      load: (captureId: string) => connection().picture(captureId),
      note: (captureId: string, plate: string) => host.confirmLicensePlate(captureId, plate),
      unanswered: (captureId: string, thrown: unknown) => unanswered(actions, captureId, thrown),
    };
    this.plates = new PlateQuestions(host, source, this.#say);
    this.quality = new QualityNotice(host, {...common, shownMs});
    this.last = new LastPhoto(host, actions.say, actions.view);
    new DeadEntries(host, () => actions.imports().fill());
  }

  /** Warns of the quality of a photo. */
  measured({captureId, quality}: Measured) {
    this.quality.measured(captureId, quality);
  }

  /** Renders the field for the caption of the next photo, if the page wants one. */
  renderCaption() {
    const host = this.#host;
    return host.captionField
      ? renderCaptionField(this.#say.term('caption'), host.caption, (text) => {
          host.caption = text;
        })
      : nothing;
  }

  renderContents(shown: Contents) {
    return renderContents(shown, this.#say, this.#place);
  }
}
