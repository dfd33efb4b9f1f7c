/** Reasons why there is no photo of a shot; `other` is explained in the person's own words. */
export const skipReasons = ['absent', 'unreachable', 'unsafe', 'forbidden', 'other'] as const;
