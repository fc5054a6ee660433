import { ERASED_NAME, SUSPENDED_NAME } from '../limits.ts';
import { RESERVED_HANDLES } from './handles.ts';

/** Bidi controls reorder what stands beside a name; other control characters hide parts of it. */
const MISLEADING = /[\p{Bidi_Control}\p{Cc}]/u;
const INVISIBLE = /[\p{M}\p{Default_Ignorable_Code_Point}]/gu;

/**
 * The letters that each look like one of a-z, from `confusables.txt` of UTS 39, and small capitals. Left out are letters
 * that NFKD maps to ASCII: full-width, mathematical and accented ones. Letters of right-to-left scripts are escaped, because they would reorder the line.
 */
const LOOK_ALIKES: Readonly<Record<string, string>> = {
  a: 'ɑΑαАаᎪᗅ⍶⍺ꓮ𐊠𖽀ᴀ',
  b: 'ƀƂƃƄɓΒБВЬѢѣҌҍᏏᏴᑲᑳᖯᗷꓐꞴ𐊂𐊡𐌁ʙв',
  c: '¢ȼΣςСсҪҫᏟᴄ₡Ⲥⲥꓚꮯ𐊢𐌂𐐕𐐽𐔜𑣩𑣲🅮🝌',
  d: 'ÐĐđƉƌɖɗԁᎠᏧᑯᗞᗪ₫ꓒꓓᴅ',
  e: 'ɆɇΕЕеҽҿᎬ℮⋿ⴹꓰꬲ𐊆𑢦𑢮ᴇ',
  f: 'ƑƒϜքᖴᵮẝꓝꞘꞙꬵ𐊇𐊥𐔥𑢢𑣂𝈓ꜰ',
  g: 'ƍǤǥɠɡԌցᏀᏳᶃꓖɢ',
  h: 'ĦħɦΗНнћҢһӇӉհᎻᏂᏲᕼⱧⲎꓧꚕ𐋏ʜ',
  i: 'ıɨɩɪιіӏᎥᵻᵼ⍳⍸ꙇꭵ𑣃',
  j: 'ɈɉͿϳЈјᎫᒍꓙꞲᴊ',
  k: 'ƙΚКҚҞᏦᛕ₭ⱩⲔꓗꝀ𐔘ᴋкĸ',
  l: 'ŁłƖƗƚǀɫɭΙІӀ\u{5c0}\u{5d5}\u{5df}\u{627}\u{661}\u{673}۱\u{7ca}Ꮮᒪᛁ∣⏽│ⲒⳐⵏꓡꓲ𐊊𐌉𐌠𐐛𐔦𑢣𑢲𖼖𖼨𝈪\u{1e8c7}ʟ',
  m: 'ɱΜϺМӍᎷᗰᛖᵯ₥Ⲙꓟ𐊰𐌑ᴍм',
  n: 'ƝƞɳΝηոռᵰⲚꓠ𐆎𐔓ɴ',
  o: 'ØøƟɵΘΟθοσОоѲѳӨөՕօ\u{5e1}\u{647}\u{665}\u{6be}\u{6c1}\u{6d5}۵\u{6ff}\u{7c0}०০੦૦ଠ୦௦౦೦ഠ൦๐໐တဝ၀ჿዐᎾᏫᴏᴑ⊖⊝⍬Ⲟⲟⴱⵁⵔ〇ꓳꝊꝋꬽꬾꭴꮎꮻ𐊒𐊫𐐄𐐬𐓂𐓪𐔖𑓐𑢵𑣈𑣗𑣠𝈚🜔',
  p: 'ƥΡρРрᏢᑭᵽ⍴Ⲣⲣꓑ𐊕ᴘ',
  q: 'ʠԛգզⵕ',
  r: 'ƦɍɼɽгғᎡᏒᖇᴦᵲⲅꓣꭇꭈꮁ𐒴𖼵𝈖ʀ',
  s: 'ƽʂЅѕՏᏕᏚᵴꓢꜱꮪ𐊖𐐠𐑈𑣁𖼺',
  t: 'ŦŧƭƮȾΤТҬᎢᵵ₮⊤⍡⟙Ⲧꓔ𐊗𐊱𐌕𑢼𖼊🝨ᴛт',
  u: 'ɄʋυՍսሀᏌᑌᴜᵾ∪⋃ꓴꞟꭎꭒꮜ𐓎𐓶𑢸𑣘𖽂',
  v: 'νѴѵ\u{5d8}\u{667}۷Ꮩᐯᴠ∨⋁ⴸꓦꛟꮩ𐆗𐔝𑜆𑢠𑣀𖼈𝈍🜈',
  w: 'ɯѡѽԜԝաᎳᏔᴡ₩ꓪꝡꮃ𑓅𑜊𑜎𑜏𑣦𑣯',
  x: '×ΧХхҲᕁᕽ᙭᙮ᚷ╳⤫⤬⨯⨰ⲬⵝꓫꞳ𐆖𐊐𐊴𐌗𐌢𐔧𑣬',
  y: '¥ƴɎɏɣʏΥγУуҮүҰұყᎩᎽᶌỿⲨꓬꭚ𐊲𑢤𑣜𖽃',
  z: 'ƵƶȤȥʐΖᏃᴢᵶꓜꮓ𐋵𑢩𑣄𑣥',
};

const LETTER_OF = new Map(
  Object.entries(LOOK_ALIKES).flatMap(([letter, others]) =>
    Array.from(others, (other): [string, string] => [other, letter]),
  ),
);

/** ASCII that is read as another letter in many fonts. Applied to both sides, so `i` and `l` are the same letter. */
const SAME_IN_ASCII: readonly (readonly [RegExp, string])[] = [
  [/[i1|!]/gu, 'l'],
  [/0/gu, 'o'],
  [/rn/gu, 'm'],
  [/vv/gu, 'w'],
];

const BRAND = toSkeleton('cruddur');
/** Words that claim an office, alone or beside others. */
const OFFICES = new Set(['admin', 'administrator', 'moderator'].map(toSkeleton));
/** Names that speak for the site, also with other characters between their letters. */
const SPEAKING = new Set(
  [ERASED_NAME, SUSPENDED_NAME, 'official', 'operator', 'security', 'staff', 'support', 'system']
    .map(toSkeleton)
    .map(joinWords),
);
/** Words of paths; only a name that is one of them as it stands is refused, because `Sig Nin` is a person. */
const RESERVED = new Set(RESERVED_HANDLES.map(toSkeleton));

/** False for a display name that misleads: with characters that reorder or hide text, or like a name of the site. */
export function isAllowedName(name: string): boolean {
  return !MISLEADING.test(name) && !looksReserved(name);
}

/** True for a name that is, or looks like, one of the site's own: `Cruddur Help`, `\u0410dmin` with a Cyrillic letter, `A.d.m.1.n`. */
function looksReserved(name: string): boolean {
  const skeleton = toSkeleton(name);
  const joined = joinWords(skeleton);
  return (
    joined.includes(BRAND) ||
    RESERVED.has(skeleton.trim()) ||
    SPEAKING.has(joined) ||
    OFFICES.has(joined) ||
    skeleton.split(/[^\p{L}\p{N}]+/u).some((word) => OFFICES.has(word))
  );
}

/** The text with each letter replaced by the one of a-z it looks like: two texts with equal skeletons look alike (UTS 39). */
function toSkeleton(text: string): string {
  const plain = Array.from(
    text.normalize('NFKD').replace(INVISIBLE, ''),
    (letter) => LETTER_OF.get(letter) ?? letter,
  )
    .join('')
    .toLowerCase();
  return SAME_IN_ASCII.reduce((folded, [pattern, letter]) => folded.replace(pattern, letter), plain);
}

function joinWords(text: string): string {
  return text.replace(/[^\p{L}\p{N}]/gu, '');
}
