import {mkdtempSync, readFileSync, readdirSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {build as viteBuild} from 'vite';
import webpack from 'webpack';

/** Builds a page with one module. Resolves with the files that the page would be served with, by name. */
export type Bundler = (entry: string) => Promise<Map<string, string>>;

const vite: Bundler = async (entry) => {
  const written = await viteBuild({
    logLevel: 'silent',
    configFile: false,
    build: {write: false, rolldownOptions: {input: entry}},
  });
  const outputs = (Array.isArray(written) ? written : [written]) as {
    output: ({fileName: string; code: string} | {fileName: string; source: string | Uint8Array})[];
  }[];
  return new Map(
    outputs
      .flatMap(({output}) => output)
      .map((file) => [
        file.fileName,
        'code' in file ? file.code : Buffer.from(file.source).toString(),
      ]),
  );
};

const withWebpack: Bundler = async (entry) => {
  const folder = mkdtempSync(join(tmpdir(), 'sealed-capture-webpack-'));
  try {
    await new Promise<void>((resolve, reject) => {
      const options: webpack.Configuration = {
        mode: 'production',
        entry,
        output: {path: folder},
        optimization: {minimize: false},
        performance: {hints: false},
      };
      webpack(options, (error, result) => {
        if (error) reject(error);
        else if (result?.hasErrors()) reject(new Error(result.toString('errors-only')));
        else resolve();
      });
    });
    return new Map(
      readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
    );
  } finally {
    rmSync(folder, {recursive: true});
  }
};

export const bundlers: Record<string, Bundler> = {vite, webpack: withWebpack};
