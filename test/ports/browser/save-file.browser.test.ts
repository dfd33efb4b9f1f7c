import {expect} from '@open-wc/testing';
import {saveFile} from '../../../src/ports/browser/save-file.js';

it('keeps a file until the browser has read it, and then releases it', async () => {
  const made: Blob[] = [];
  const revoked: string[] = [];
  const file = new Blob(['{}'], {type: 'application/json'});
  const urls = {
    createObjectURL: (given: Blob) => {
      made.push(given);
      // Prevents that the test saves a file.
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
