import {Activity, createElement, createRef, StrictMode, useEffect, type ReactElement} from 'react';
import {createRoot, hydrateRoot, type Root} from 'react-dom/client';
import type {
  CaptureAudio as CaptureAudioElement,
  CaptureImage as CaptureImageElement,
  ProtectionProvider as ProtectionProviderElement,
  SealInspector as SealInspectorElement,
} from 'sealed-capture';
import {CaptureAudio, CaptureImage, ProtectionProvider, SealInspector} from 'sealed-capture/react';

/** The arguments of a handler's call. */
export interface Told {
  handler: string;
  type: string;
  /** The tag of the element that dispatched it. */
  source: string;
  captureId?: string;
  delivery?: number;
}

/** How a test renders the page. */
export interface Mounting {
  strict?: boolean;
  /** The service that seals and inspects, with an API key for it. */
  baseUrl: string;
  apiKey: string;
  /** A changed value mounts a new camera. */
  camera?: number;
  /** The elements are in an `<Activity>` of this mode. */
  activity?: 'visible' | 'hidden';
  /** Renders without handlers, as if the page had removed them. */
  isDeaf?: boolean;
}

const told: Told[] = [];
/** Number of files that the page's own storage refuses. */
let refusals = 0;
let root: Root | undefined;

const refs = {
  provider: createRef<ProtectionProviderElement>(),
  image: createRef<CaptureImageElement>(),
  audio: createRef<CaptureAudioElement>(),
  inspector: createRef<SealInspectorElement>(),
};

let mounts = 0;

/** Counts how often React mounts it: twice in strict mode. */
function Counted(): null {
  useEffect(() => void mounts++, []);
  return null;
}

function note(handler: string) {
  return (event: Event): void => {
    const {type, target} = event;
    const {captureId, delivery} = event as {captureId?: string; delivery?: number};
    const source = (target as Element).localName;
    told.push({handler, type, source, captureId, delivery});
  };
}

const page = ({strict, baseUrl, apiKey, camera, isDeaf, activity}: Mounting): ReactElement => {
  const handlers = {
    onCapture: note('onCapture'),
    onProtected: async (event: Event) => {
      note('onProtected')(event);
      await Promise.resolve();
      if (refusals-- > 0) throw new Error('The storage is full.');
    },
    onProtectError: note('onProtectError'),
    onPermissionChange: note('onPermissionChange'),
  };
  const elements = createElement(
    ProtectionProvider,
    {ref: refs.provider, sandbox: true, baseUrl, apiKey, onStorageLow: note('onStorageLow')},
    createElement(CaptureImage, {
      ref: refs.image,
      key: camera,
      facing: 'user',
      contents: 'none',
      className: 'wide',
      ...(isDeaf ? {} : handlers),
    }),
    createElement(Counted),
    createElement(CaptureAudio, {ref: refs.audio, maxDuration: 60}),
    createElement(SealInspector, {
      ref: refs.inspector,
      baseUrl: `${baseUrl}/sandbox/inspect`,
      apiKey,
      onInspected: note('onInspected'),
      onInspectError: note('onInspectError'),
    }),
  );
  if (activity) return createElement(Activity, {mode: activity, children: elements});
  return strict ? createElement(StrictMode, null, elements) : elements;
};

const container = (): Element => {
  const found = document.querySelector('#page');
  if (!found) throw new Error('The page has no place for it.');
  return found;
};

const reactPage = {
  told,
  get mounts() {
    return mounts;
  },
  render(mounting: Mounting): void {
    root ??= createRoot(container());
    root.render(page(mounting));
  },
  hydrate(mounting: Mounting): void {
    root = hydrateRoot(container(), page(mounting));
  },
  unmount(): void {
    root?.unmount();
    root = undefined;
  },
  refuse(count: number): void {
    refusals = count;
  },
  refs,
};

export type ReactPage = typeof reactPage;

declare global {
  interface Window {
    reactPage: ReactPage;
  }
}
window.reactPage = reactPage;
