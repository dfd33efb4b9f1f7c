import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import Schema from 'typebox/schema';

/** The errors of a certificate or request, as JSON, against a profile of the program. */
export function errorsOfProfile(name: string): (value: unknown) => string[] {
  const path = join(import.meta.dirname, `cert-profiles/${name}.schema.json`);
  const schema = Schema.Compile(JSON.parse(readFileSync(path, 'utf8')) as object);
  return (value) =>
    schema.Check(value)
      ? []
      : schema.Errors(value)[1].map(({instancePath, message}) => `${instancePath} ${message}`);
}
