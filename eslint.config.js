import {configs as lit} from 'eslint-plugin-lit';
import litA11y from 'eslint-plugin-lit-a11y';
import {configs as wc} from 'eslint-plugin-wc';
import tseslint from 'typescript-eslint';

/** What only a port may take from the platform, so that every camera, socket and worker has one owner. */
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

export default tseslint.config(
  {
    ignores: [
      'dist',
      'node_modules',
      'test-results',
      '.test-build',
      'coverage',
      'demo/frameworks/*/',
      'demo/webviews',
    ],
  },
  ...tseslint.configs.recommendedTypeChecked,
  lit['flat/recommended'],
  wc['flat/recommended'],
  {
    languageOptions: {
      parserOptions: {
        projectService: {allowDefaultProject: ['eslint.config.js', 'demo/*.mjs', 'test/*.mjs']},
        tsconfigRootDir: import.meta.dirname,
      },
    },
    plugins: {'lit-a11y': litA11y},
    rules: {
      ...litA11y.configs.recommended.rules,
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        {considerDefaultExhaustiveForUnions: true},
      ],
      '@typescript-eslint/consistent-type-imports': ['error', {fixStyle: 'inline-type-imports'}],
      '@typescript-eslint/no-redeclare': 'off',
      // Names an object's type and its schema alike, as TypeBox does throughout.
      'no-redeclare': 'off',
    },
  },
  {
    files: ['src/**/*.ts'],
    ignores: ['src/ports/**', 'src/worker/**', 'src/plates/**', 'src/service/**', 'src/seal/**'],
    rules: {'no-restricted-syntax': ['error', ...platformResources]},
  },
  {
    // Frameworks have their JSX types in namespaces.
    files: ['src/frameworks/**'],
    rules: {'@typescript-eslint/no-namespace': ['error', {allowDeclarations: true}]},
  },
  {
    files: ['test/**'],
    rules: {
      // Chai's assertions are expressions; node:test's `it` returns a promise that the runner awaits.
      '@typescript-eslint/no-unused-expressions': 'off',
      '@typescript-eslint/no-floating-promises': [
        'error',
        {
          allowForKnownSafeCalls: [
            {
              from: 'package',
              package: 'node:test',
              name: ['it', 'test', 'describe', 'before', 'after', 'beforeEach', 'afterEach'],
            },
            // The DOM comparison's types call these asynchronous. They are not; `accessible` is.
            {from: 'package', package: '@types/chai', name: 'Equal'},
          ],
        },
      ],
    },
  },
  {files: ['**/*.js', '**/*.mjs'], extends: [tseslint.configs.disableTypeChecked]},
);
