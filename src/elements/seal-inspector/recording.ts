/** Heard, not seen: by what its name or its giver says it is. */
export const isRecording = (file: Blob): boolean => file.type.startsWith('audio/');
