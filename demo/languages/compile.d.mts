export function compiled(): Map<string, string>;
export function compileLanguages(): void;
