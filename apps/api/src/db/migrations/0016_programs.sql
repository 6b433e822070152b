-- The browser and the system of a session and of a remembered device were kept as one English label, such as "Firefox on Linux".
ALTER TABLE "sessions" ADD COLUMN "browser" text, ADD COLUMN "system" text;--> statement-breakpoint
ALTER TABLE "remembered_devices" ADD COLUMN "browser" text, ADD COLUMN "system" text;--> statement-breakpoint
SELECT set_config('app.scope', 'installation', true);
--> statement-breakpoint
UPDATE "sessions" SET
  browser = nullif(nullif((regexp_match(user_agent, '^(.*?)(?: on (iPhone|iPad|Android|Windows|macOS|Linux))?$'))[1], 'Other program'), ''),
  system = (regexp_match(user_agent, '^(.*?)(?: on (iPhone|iPad|Android|Windows|macOS|Linux))?$'))[2];--> statement-breakpoint
ALTER TABLE "sessions" DROP COLUMN "user_agent",
  ADD COLUMN "folded_program" text COLLATE gatehouse_names GENERATED ALWAYS AS (gatehouse_fold(coalesce(browser, '') || E'\t' || coalesce(system, ''))) STORED NOT NULL;--> statement-breakpoint
UPDATE "remembered_devices" SET
  browser = nullif(nullif((regexp_match(program, '^(.*?)(?: on (iPhone|iPad|Android|Windows|macOS|Linux))?$'))[1], 'Other program'), ''),
  system = (regexp_match(program, '^(.*?)(?: on (iPhone|iPad|Android|Windows|macOS|Linux))?$'))[2];--> statement-breakpoint
ALTER TABLE "remembered_devices" DROP COLUMN "program",
  ADD COLUMN "folded_program" text COLLATE gatehouse_names GENERATED ALWAYS AS (gatehouse_fold(coalesce(browser, '') || E'\t' || coalesce(system, ''))) STORED NOT NULL;--> statement-breakpoint
SELECT set_config('app.scope', '', true);
