import type {ReactiveControllerHost} from 'lit';
import {fileFacts} from '../../../lang/compiled/en/file-facts.js';
import {inspectorViewer} from '../../../lang/compiled/en/inspector-viewer.js';
import {metadata} from '../../../lang/compiled/en/metadata.js';
import {result} from '../../../lang/compiled/en/result.js';
import {sealInspector} from '../../../lang/compiled/en/seal-inspector.js';
import {viewFor, type View} from '../../metadata/view.js';
import {Localize} from '../../strings/localize.js';

/** The terms of what opens over the page. */
export const termsFor = (host: ReactiveControllerHost & HTMLElement): Localize =>
  new Localize(host, {
    ...fileFacts,
    ...inspectorViewer,
    ...metadata,
    ...result,
    ...sealInspector,
  });

export const viewOf = (localize: Localize): View =>
  viewFor(localize, (reason) => localize.term('unavailable', reason));
