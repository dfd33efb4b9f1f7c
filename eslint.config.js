import {configs as lit} from 'eslint-plugin-lit';
import litA11y from 'eslint-plugin-lit-a11y';
import {configs as wc} from 'eslint-plugin-wc';
import * as parser from '@typescript-eslint/parser';

/** Platform resources that only ports may use, so that every camera, socket and worker has one owner. */
const platformResources = [
  {
    selector: "CallExpression[callee.property.name='getUserMedia']",
    message: 'Ask a camera or microphone port.',
  },
  {selector: "NewExpression[callee.name='AudioContext']", message: 'Ask the microphone port.'},
  {selector: "NewExpression[callee.name='Worker']", message: 'Ask a worker port.'},
  {selector: "MemberExpression[object.name='indexedDB']", message: 'Ask the capture store port.'},
  {selector: "CallExpression[callee.name='fetch']", message: 'Ask the HTTP port.'},
  {
    selector: "CallExpression[callee.property.name='createObjectURL']",
    message: 'Ask the object URL port.',
  },
];

// Rules for Lit templates, and for what only ports may use. All other rules are in .oxlintrc.json.
export default [
  {
    ignores: ['**/*.*', '!{src,demo,test/elements}/**/*.ts'],
  },
  {files: ['**/*.ts'], languageOptions: {parser}},
  lit['flat/recommended'],
  wc['flat/recommended'],
  {plugins: {'lit-a11y': litA11y}, rules: litA11y.configs.recommended.rules},
  {
    files: ['src/**/*.ts'],
    ignores: ['src/ports/**', 'src/worker/**', 'src/plates/**'],
    rules: {'no-restricted-syntax': ['error', ...platformResources]},
  },
];
