/** An option that differs from its default. */
export interface Option {
  attribute: string;
  property: string;
  kind: 'text' | 'boolean' | 'number' | 'json';
  /** As in the attribute; empty for one that is on. */
  value: string;
}

const quoted = (value: string): string =>
  value.includes('"') ? `'${value.replace(/&/g, '&amp;').replace(/'/g, '&#39;')}'` : `"${value}"`;

/** Attributes, as HTML and as the templates that take it have them. */
const attributes = (options: readonly Option[]): string[] =>
  options.map(({attribute, value}) => (value === '' ? attribute : `${attribute}=${quoted(value)}`));

/** The value as JavaScript, of what is no text. */
const expression = ({kind, value}: Option): string =>
  kind === 'boolean' ? String(value !== 'false') : value;

/** Attributes, but for what is no text the property. */
const bound = (options: readonly Option[], write: (option: Option) => string): string[] =>
  options.map((option) =>
    option.kind === 'text' ? `${option.attribute}=${quoted(option.value)}` : write(option),
  );

const PROVIDED = '\n  <capture-image></capture-image>\n';

function element(name: string, written: readonly string[], content = ''): string {
  const space = written.join(' ').length > 40 ? '\n  ' : ' ';
  const open = [name, ...written].join(space);
  return `<${open}${space === ' ' || content ? '' : '\n'}>${content}</${name}>`;
}

const componentName = (tag: string): string =>
  tag.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());

/** The element with its options, as a page would write it in a framework. */
export function snippet(framework: string, tag: string, given: readonly Option[]): string {
  const sandbox: Option = {attribute: 'sandbox', property: 'sandbox', kind: 'boolean', value: ''};
  const options = [sandbox, ...given];
  const content = tag === 'protection-provider' ? PROVIDED : '';
  const load = `import 'sealed-capture/${tag}';`;
  switch (framework) {
    case 'React': {
      const name = componentName(tag);
      const inner = content.replace(/capture-image/g, 'CaptureImage');
      const written = options.map((option) =>
        option.kind === 'text'
          ? `${option.property}=${quoted(option.value)}`
          : expression(option) === 'true'
            ? option.property
            : `${option.property}={${expression(option)}}`,
      );
      const names = content ? `CaptureImage, ${name}` : name;
      return `import {${names}} from 'sealed-capture/react';\n\n${element(name, written, inner)}`;
    }
    case 'Vue': {
      const written = bound(options, (one) =>
        one.value === '' ? one.attribute : `:${one.attribute}=${quoted(expression(one))}`,
      );
      return `<script setup>\n${load}\n</script>\n\n<template>\n  ${element(tag, written, content).replace(/\n/g, '\n  ')}\n</template>`;
    }
    case 'Svelte': {
      const written = bound(options, (one) =>
        one.value === '' ? one.attribute : `${one.property}={${expression(one)}}`,
      );
      return `<script>\n  ${load}\n</script>\n\n${element(tag, written, content)}`;
    }
    case 'Angular':
      return `// In the component: ${load}\n// schemas: [CUSTOM_ELEMENTS_SCHEMA]\n\n${element(
        tag,
        bound(options, (one) => `[${one.property}]=${quoted(expression(one))}`),
        content,
      )}`;
    case 'Solid':
      return `${load}\n\n${element(
        tag,
        bound(options, (one) => `prop:${one.property}={${expression(one)}}`),
        content,
      )}`;
    default:
      return element(tag, attributes(options), content);
  }
}
