/** Recordings that are written down piece by piece. */

/** The longest piece, in seconds, and the most bytes that are read for one. */
export const PIECE_SECONDS = 300;
export const PIECE_BYTES = 8 * 1024 * 1024;

/** Where a recording goes on. */
export interface SoundPosition {
  /** Bytes and seconds before it. */
  byte: number;
  seconds: number;
  /** The channel that is next: 0 or 1. */
  channel: number;
  /** Media type of the recording; absent at its start, where its first bytes say it. */
  type?: string;
  /** Of a WAV file, whose header stands at the start only. */
  wav?: WavFormat;
}

/** The start of every recording. */
export const SOUND_START: SoundPosition = { byte: 0, seconds: 0, channel: 0 };

/** A part of a recording, as a file of its own. */
export interface SoundPiece {
  bytes: Uint8Array<ArrayBuffer>;
  type: string;
  /** Its length; undefined if the format does not say. */
  seconds: number | undefined;
  /** 0 or 1; undefined if all channels are in it. */
  channel: number | undefined;
  /** Where the recording goes on; undefined after the last piece. */
  next: SoundPosition | undefined;
}

/** The format of a WAV file. */
export interface WavFormat {
  code: number;
  channels: number;
  rate: number;
  /** Bytes of one sample of all channels. */
  block: number;
  bits: number;
  /** The byte after the last sample; null if the file does not say. */
  end: number | null;
}

/** How a recording is cut. */
export interface Cut {
  position: SoundPosition;
  /** Media type of the recording. */
  type: string;
  /** Whether the two channels of a WAV file are pieces of their own. */
  isSplit: boolean;
}
