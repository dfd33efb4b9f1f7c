/** Units, which are named in the types of public options and fields. To TypeScript all of them are numbers. */
export type Milliseconds = number;
export type Seconds = number;
export type Hours = number;
/** 1,000,000 bytes each. */
export type Megabytes = number;
export type Metres = number;
