// What compiled languages need at run time, beside `Intl`.

/** The message for each plural form of a language; `other` for all forms without their own. */
type Forms = Partial<Record<Intl.LDMLPluralRule, string>> & {other: string};

/** Chooses the message for a number by a language's plural rules. */
export function forms(language: string): (count: number, forms: Forms) => string {
  const rules = new Intl.PluralRules(language);
  return (count, forms) => forms[rules.select(count)] ?? forms.other;
}

const own = <Case>(cases: Readonly<Record<string, Case>>, name: string): Case | undefined =>
  Object.hasOwn(cases, name) ? cases[name] : undefined;

/** The case of this name, or else that of all names with the same beginning, such as `cawg.*`. */
export const caseOf = <Case>(
  cases: Readonly<Record<string, Case>>,
  name: string,
): Case | undefined => own(cases, name) ?? own(cases, name.replace(/\..*/s, '.*'));
