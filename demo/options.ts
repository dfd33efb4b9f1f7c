import {CaptureList} from './capture-list.js';
import {required} from './required.js';
import {isPublishing, listUploads, setPublishing, UPLOADS} from './uploads.js';

const PROGRESS_MS = 500;

/** What the folded part of the page requests from the rest of it. */
export interface OptionsPage {
  /** The part was opened. */
  onOpen: () => void;
  onInspect: (file: File) => Promise<void>;
}

/** Starts the folded part below the stage: settings, and the list of the captures in this browser and on the site. */
export function startOptions({onOpen, onInspect}: OptionsPage): void {
  const provider = required('protection-provider');
  const inspector = required('seal-inspector');
  const more = required<HTMLDetailsElement>('#more');
  const list = required('#list');
  const problem = required('#list-problem');

  more.addEventListener('toggle', onOpen, {once: true});

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

  // The events bubble and are composed: one listener on the document hears every element.
  for (const event of ['capture', 'protected', 'delivered', 'protect-error'])
    document.addEventListener(event, showProgress);
  // No event reports the progress of an upload.
  setInterval(showProgress, PROGRESS_MS);
  showProgress();
  required('#list-again').addEventListener('click', () => void showUploads());
  addEventListener('online', () => {
    if (!problem.hidden) void showUploads();
  });
  void showUploads();
}
