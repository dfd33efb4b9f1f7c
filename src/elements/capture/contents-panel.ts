import {html, nothing, type ReactiveController, type ReactiveControllerHost} from 'lit';
import type {CaptureContents, ContentGroup} from '../../core/metadata/capture-contents.js';
import {sealableAdditions} from '../../core/metadata/page-values.js';
import type {Mode} from '../../model/media-type.js';
import type {Options} from '../options/configuration.js';
import type {Localize} from '../strings/localize.js';
import {renderContents, renderPill} from './contents-list.js';

const REFRESH_MS = 1000;

type Host = ReactiveControllerHost & {renderRoot: ParentNode; readonly mode: Mode};

/** The pill and the list that it opens; while that is open, the host is drawn anew every second. */
export class ContentsPanel implements ReactiveController {
  readonly #host: Host;
  readonly #allow: () => void;
  #timer?: ReturnType<typeof setInterval>;

  /** `allow` asks for what was not asked for yet. */
  constructor(host: Host, allow: () => void) {
    this.#host = host;
    this.#allow = allow;
    host.addController(this);
  }

  get isOpen(): boolean {
    return this.#timer !== undefined;
  }

  open() {
    this.#timer ??= setInterval(() => {
      this.#host.requestUpdate();
    }, REFRESH_MS);
    this.#host.requestUpdate();
  }

  close() {
    if (!this.isOpen) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#host.requestUpdate();
  }

  hostDisconnected() {
    this.close();
  }

  /** Escape closes the list, and leaves a dialog around it open. */
  readonly onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !this.isOpen) return;
    event.preventDefault();
    this.#toggle();
  };

  render(
    session: {contents(): CaptureContents} | undefined,
    includes: readonly ContentGroup[],
    {tags, features, locationObfuscationRadius, licensePlateDetector}: Options,
    say: Localize,
  ) {
    const {mode} = this.#host;
    const known = this.isOpen && session?.contents();
    // Each capture tells of the others.
    const silently = () => undefined;
    return html`${renderPill(includes, this.isOpen, this.#toggle, mode, say)}
    ${
      known
        ? renderContents(
            {
              metadata: {...sealableAdditions({tags, features}, silently), ...known.metadata},
              ages: known.ages,
              radius: locationObfuscationRadius,
              readsPlates: mode === 'image' && Boolean(licensePlateDetector),
              allow: this.#allow,
              close: this.#toggle,
            },
            say,
          )
        : nothing
    }`;
  }

  readonly #toggle = () => {
    if (this.isOpen) this.close();
    else this.open();
    this.#host.renderRoot.querySelector<HTMLElement>('.pill')?.focus();
  };
}
