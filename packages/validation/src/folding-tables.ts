// Written by apps/api/scripts/write-folding.ts.

/** Diacritics, apostrophes and what nobody sees, as a class of a regular expression. */
export const dropped = String.raw`[\u0001-\u0008\u000e-\u001f\u0027\u0060\u007f-\u0084\u0086-\u009f\u00ad\u02b9\u02bb-\u02bf\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1-\u05c2\u05c4-\u05c5\u05c7\u0610-\u061a\u061c\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7-\u06e8\u06ea-\u06ed\u115f-\u1160\u1ab0-\u1aeb\u1dc0-\u1dff\u200b-\u200f\u2018-\u2019\u201b\u202a-\u202e\u2060-\u206f\u20d0-\u20f0\u302a-\u302d\ufe00-\ufe2f\ufeff\u{e0001}-\u{e01ef}]`

/** White space and dashes, as such a class. */
export const blanks = String.raw`[\u000a-\u000d\u0020\u002d\u0085\u058a\u05be\u2010-\u2015\u2028-\u2029\u301c\u3030\u30a0]`

/** Letters that no decomposition reaches, each followed by what it is read as. */
export const letters =
  'ßss æae ðd øo þth đd ħh ıi łl ŋn œoe ŧt ƀb ƃb ƈc ƌd ƒf ƕhv ƙk ƚl ƞn ƣoi ƥp ƭt ƴy ƶz ǥg ȥz ȼc ȿs ɀz ɇe ɉj ɍr ɏy ɓb ɖd ɗd ɛe ɠg ɡg ɦh ɨi ɪi ɫl ɬl ɱm ɲn ɽr ʀr ʂs ʈt ʉu ʋv ʝj ςσ ỻll ỽv ỿy'
