import {nothing, type LitElement} from 'lit';
import type {FileInspection, Inspections} from '../../../core/inspection/inspections.js';
import {LatePart} from '../../late-part.js';
import type {View} from '../../metadata/view.js';
import type {SignalsPanel} from './signals-panel.js';

/** What is worth a look in several files. Its code is loaded once several files have their verdicts. */
export class LateSignals {
  readonly #panel: LatePart<SignalsPanel>;

  constructor(host: LitElement) {
    this.#panel = new LatePart(
      host,
      async () => new (await import('./signals-panel.js')).SignalsPanel(host),
      false,
    );
  }

  follow(inspections: Inspections): void {
    if (this.#panel.part) return this.#panel.part.follow(inspections);
    if (inspections.files.length < 2 || inspections.isOpen) return;
    void this.#panel.load().then(() => this.#panel.part?.follow(inspections));
  }

  render(files: readonly FileInspection[], show: (id: number) => void, view: View) {
    return this.#panel.part?.render(files, show, view) ?? nothing;
  }

  /** The sentences as plain text, for reports and tables. */
  remarks(files: readonly FileInspection[], view: View): string[] {
    return this.#panel.part?.remarks(files, view) ?? [];
  }
}
