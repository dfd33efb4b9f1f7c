import {registerTranslation} from '@shoelace-style/localize';
import type {Catalogue} from './catalogue.js';
import {captureImage} from './en/capture-image.js';
import {sealInspector} from './en/seal-inspector.js';

/** English, which every other language falls back to. */
export const en: Catalogue = {
  $code: 'en',
  $name: 'English',
  $dir: 'ltr',
  ...captureImage,
  ...sealInspector,
};

registerTranslation(en);
