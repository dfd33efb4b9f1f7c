import type {CasePacker} from '../../../core/wiring/elements/case-packer.js';
import {latePacker} from '../../../core/wiring/elements/late-packer.js';
import {saveFile} from '../../../core/wiring/elements/save-file.js';
import {
  canShareFiles,
  shareFiles,
  type ShareOutcome,
} from '../../../core/wiring/elements/share-file.js';

/** The functions of the browser with which files are saved, packed and shared. Tests replace them. */
export interface FileBrowser {
  canShare: (type: string) => boolean;
  share: (files: readonly File[]) => Promise<ShareOutcome>;
  save: (file: Blob, name: string) => void;
  packer: () => Promise<CasePacker>;
}

export const fileBrowser: FileBrowser = {
  canShare: (type) => canShareFiles(type),
  share: (files) => shareFiles(files),
  save: saveFile,
  packer: latePacker,
};
