import {expect} from '@open-wc/testing';
import {saveFile} from '../../../src/ports/browser/save-file.js';

it('keeps a file until the browser has read it, and lets go of it then', async () => {
  const made: Blob[] = [];
  const revoked: string[] = [];
  const file = new Blob(['{}'], {type: 'application/json'});
  const urls = {
    createObjectURL: (given: Blob) => {
      made.push(given);
      // So that no file comes of a test.
      return 'javascript:void 0';
    },
    revokeObjectURL: (url: string) => void revoked.push(url),
  };
  saveFile(file, 'gate.jpg.inspection.json', urls, 50);
  expect(made).to.eql([file]);
  expect(revoked).to.eql([]);
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(revoked).to.eql(['javascript:void 0']);
});
