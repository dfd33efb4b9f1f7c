import assert from 'node:assert/strict';
import {it} from 'node:test';
import {setTimeout as sleep} from 'node:timers/promises';
import {canOpenPdf, openPdf} from '../../../src/ports/inspection/open-pdf.js';

const viewer = {pdfViewerEnabled: true};

it('knows a PDF by its content alone, and only where the browser shows PDFs', async () => {
  const pdf = new Blob(['%PDF-1.7\n'], {type: 'text/html'});
  assert.equal(await canOpenPdf(pdf, viewer), true);
  assert.equal(await canOpenPdf(pdf, {pdfViewerEnabled: false}), false);
  for (const other of ['<html>%PDF-1.7', '%PDF', '']) {
    const file = new Blob([other], {type: 'application/pdf'});
    assert.equal(await canOpenPdf(file, viewer), false, other);
  }
});

it('opens it in a tab of its own, as a PDF whatever its type is, and releases its address', async () => {
  const made: Blob[] = [];
  const revoked: string[] = [];
  const opened: string[][] = [];
  const urls = {
    createObjectURL: (blob: Blob) => `blob:${made.push(blob)}`,
    revokeObjectURL: (url: string) => void revoked.push(url),
  };
  openPdf(new Blob(['%PDF-'], {type: 'text/html'}), urls, (...asked) => opened.push(asked), 5);
  assert.deepEqual(opened, [['blob:1', '_blank', 'noopener']]);
  assert.equal(made[0]?.type, 'application/pdf');
  assert.equal(await made[0]?.text(), '%PDF-');
  assert.deepEqual(revoked, []);
  await sleep(20);
  assert.deepEqual(revoked, ['blob:1']);
});
