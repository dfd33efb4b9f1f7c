import type {Plugin} from 'vite';

export const compress: Plugin;

/** Compresses the text files of a folder, each into a file beside it. */
export declare function compressFolder(folder: string): Promise<void>;
