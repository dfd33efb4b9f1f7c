import {saveFile} from '../../../core/wiring/elements/save-file.js';
import {
  canShareFiles,
  latePacker,
  shareFiles,
  type CasePacker,
  type ShareOutcome,
} from '../../../core/wiring/elements/sharing.js';

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
