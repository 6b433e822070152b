-- What two spellings of a text share; packages/validation/src/fold-text.ts answers the same in JavaScript. Both are written by
-- apps/api/scripts/write-folding.ts. Stored columns hold its answers: whoever changes it writes them anew.
CREATE FUNCTION gatehouse_fold(value text) RETURNS text
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
declare
  folded text := regexp_replace(
    lower(normalize(translate(value, '´', ''''), NFKD) collate "und-x-icu"),
    '[\u0001-\u0008\u000e-\u001f\u0027\u0060\u007f-\u0084\u0086-\u009f\u00ad\u02b9\u02bb-\u02bf\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1-\u05c2\u05c4-\u05c5\u05c7\u0610-\u061a\u061c\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7-\u06e8\u06ea-\u06ed\u115f-\u1160\u1ab0-\u1aeb\u1dc0-\u1dff\u200b-\u200f\u2018-\u2019\u201b\u202a-\u202e\u2060-\u206f\u20d0-\u20f0\u302a-\u302d\ufe00-\ufe2f\ufeff\U000e0001-\U000e01ef]+',
    '', 'g');
begin
  -- Plain ASCII has no such letters.
  if octet_length(folded) <> char_length(folded) then
    folded := translate(folded,
      'ðøđħıłŋŧƀƃƈƌƒƙƚƞƥƭƴƶǥȥȼȿɀɇɉɍɏɓɖɗɛɠɡɦɨɪɫɬɱɲɽʀʂʈʉʋʝςỽỿ',
      'dodhilntbbcdfklnptyzgzcszejrybddegghiillmnrrstuvjσvy');
    folded := replace(folded, 'ß', 'ss');
    folded := replace(folded, 'æ', 'ae');
    folded := replace(folded, 'þ', 'th');
    folded := replace(folded, 'œ', 'oe');
    folded := replace(folded, 'ƕ', 'hv');
    folded := replace(folded, 'ƣ', 'oi');
    folded := replace(folded, 'ỻ', 'll');
  end if;
  return btrim(regexp_replace(folded, '[\u000a-\u000d\u0020\u002d\u0085\u058a\u05be\u2010-\u2015\u2028-\u2029\u301c\u3030\u30a0]+', ' ', 'g'));
end
$$;
--> statement-breakpoint
-- The one order of names, after they are folded: numbers by their value, each script in its own order.
CREATE COLLATION gatehouse_names (provider = icu, locale = 'und-u-kn-true');
--> statement-breakpoint
DROP INDEX "users_name_idx";--> statement-breakpoint
ALTER TABLE "sites" ADD COLUMN "folded_name" text COLLATE gatehouse_names GENERATED ALWAYS AS (gatehouse_fold(name)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "folded_name" text COLLATE gatehouse_names GENERATED ALWAYS AS (gatehouse_fold(last_name || E'\t' || first_name)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "presence" ADD COLUMN "folded_name" text COLLATE gatehouse_names GENERATED ALWAYS AS (gatehouse_fold(last_name || E'\t' || first_name)) STORED NOT NULL,
  ADD COLUMN "folded_role" text COLLATE gatehouse_names GENERATED ALWAYS AS (gatehouse_fold(role_name)) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "users_folded_name_idx" ON "users" USING btree ("client_id","status","folded_name","id");
