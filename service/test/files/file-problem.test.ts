import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {fileProblem, type FileUse} from '../../src/files/file-problem.js';

describe('A file system error', () => {
  const failure = (code: string) => Object.assign(new Error('x'), {code});
  const told: [code: string, use: FileUse, words: string][] = [
    ['ENOENT', 'read', 'There is no file a/b.jpg.'],
    ['ENOENT', 'written', 'There is no folder a for b.jpg. Name another with --out.'],
    [
      'ENOENT',
      'made',
      'The folder a/b.jpg cannot be made: its file system takes no folders there. Name another with --out.',
    ],
    ['EISDIR', 'read', 'a/b.jpg is a folder; give a file.'],
    ['EEXIST', 'written', 'a/b.jpg is there already, and stays as it is. Name another with --out.'],
    ['EEXIST', 'made', 'a/b.jpg is a file, not a folder. Name another with --out.'],
    ['ENOTDIR', 'read', 'A part of a/b.jpg is a file, not a folder. Name another with --out.'],
    [
      'EACCES',
      'read',
      'a/b.jpg may not be read by this user. Run this as its owner, or name another with --out.',
    ],
    [
      'EPERM',
      'written',
      'a/b.jpg may not be written by this user. Run this as the owner of its folder, or name another with --out.',
    ],
    ['EROFS', 'written', 'a/b.jpg is on a file system that is read only. Name another with --out.'],
    ['EIO', 'read', 'a/b.jpg cannot be read (EIO). Name another with --out.'],
  ];
  for (const [code, use, words] of told) {
    it(`is described in words that a person can act on (${code}, ${use})`, () => {
      assert.equal(fileProblem('a/b.jpg', use, failure(code), 'name another with --out'), words);
    });
  }
});
