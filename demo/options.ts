import {CaptureList} from './capture-list.js';
import {required} from './required.js';
import {isPublishing, listUploads, setPublishing, UPLOADS} from './uploads.js';

const PROGRESS_MS = 500;

/** What the folded part of the page requests from the rest of it. */
export interface OptionsPage {
  /** Called each time the part is opened. */
  onOpen: () => void;
  onInspect: (file: File) => Promise<void>;
}

/**
 * Starts the folded part below the stage: settings, and the list of the captures in this browser and on the site, which is
 * kept up to date while the part is open.
 */
export function startOptions({onOpen, onInspect}: OptionsPage): void {
  const provider = required('protection-provider');
  const inspector = required('seal-inspector');
  const more = required<HTMLDetailsElement>('#more');
  const list = required('#list');
  const problem = required('#list-problem');

  const radius = required<HTMLSelectElement>('#radius');
  const verify = required<HTMLSelectElement>('#verify');
  const publish = required<HTMLInputElement>('#publish');
  publish.checked = isPublishing();
  const apply = (): void => {
    provider.locationObfuscationRadius = radius.value ? Number(radius.value) : undefined;
    provider.deliverTo = publish.checked ? UPLOADS : undefined;
    if (verify.value !== 'service') void import('sealed-capture/local-verification');
    inspector.setAttribute('verify', verify.value);
    setPublishing(publish.checked);
  };
  for (const choice of [radius, verify, publish]) choice.addEventListener('change', apply);
  // Browsers restore the choices after a reload.
  apply();

  const captures = new CaptureList({
    heading: required('#captures'),
    list,
    template: required<HTMLTemplateElement>('#capture'),
    showAll: required<HTMLButtonElement>('#show-all'),
    provider,
    onInspect,
    onOutdated: () => void showUploads(),
  });

  const showIfEmpty = (): void => {
    const isUnknown = list.ariaBusy === 'true' || !problem.hidden;
    required('#no-captures').hidden = isUnknown || !captures.isEmpty;
  };
  const showProgress = (): void => {
    captures.showProgress(provider.protections);
    showIfEmpty();
  };
  const showUploads = async (): Promise<void> => {
    list.ariaBusy = 'true';
    try {
      captures.showUploads(await listUploads());
      problem.hidden = true;
    } catch (error) {
      console.warn(error);
      problem.hidden = false;
    }
    list.ariaBusy = 'false';
    showIfEmpty();
  };

  let progress: number | undefined;
  const showOrRest = (): void => {
    clearInterval(progress);
    if (!more.open) return;
    onOpen();
    // No event reports the progress of an upload.
    progress = window.setInterval(showProgress, PROGRESS_MS);
    showProgress();
    void showUploads();
  };
  more.addEventListener('toggle', showOrRest);
  // It may have been opened before this script was there.
  showOrRest();
  // The events bubble and are composed: one listener on the document hears every element.
  for (const event of ['capture', 'protected', 'delivered', 'protect-error'])
    document.addEventListener(event, () => {
      if (more.open) showProgress();
    });
  required('#list-again').addEventListener('click', () => void showUploads());
  addEventListener('online', () => {
    if (!problem.hidden) void showUploads();
  });
}
