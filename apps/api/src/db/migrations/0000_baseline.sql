-- Names are sorted and searched alike in every language; digits count as numbers.
CREATE COLLATION gatehouse_names (provider = icu, locale = 'und-u-kn-true');
--> statement-breakpoint
-- Who sees what. A transaction names its scope in settings that end with it:
--   app.client_id   the one client whose rows it may see and write
--   app.scope       'installation' for what works across clients
--   app.lookup      'kind:value', the one key, id or address that a directory may be asked for
-- Without any of them no row of a client is visible and none can be written.
-- A policy without WITH CHECK holds what is written to what may be seen.
CREATE FUNCTION gatehouse_client_id() RETURNS uuid
LANGUAGE sql STABLE PARALLEL SAFE AS $$
  select nullif(current_setting('app.client_id', true), '')::uuid
$$;
--> statement-breakpoint
CREATE FUNCTION gatehouse_is_installation() RETURNS boolean
LANGUAGE sql STABLE PARALLEL SAFE AS $$
  select current_setting('app.scope', true) = 'installation'
$$;
--> statement-breakpoint
-- The value that app.lookup names, if it is of this kind; else null, which equals nothing.
CREATE FUNCTION gatehouse_lookup(kind text) RETURNS text
LANGUAGE sql STABLE PARALLEL SAFE AS $$
  select case when starts_with(current_setting('app.lookup', true), kind || ':')
    then substr(current_setting('app.lookup', true), length(kind) + 2) end
$$;
--> statement-breakpoint
-- The millisecond of a UUIDv7.
CREATE FUNCTION gatehouse_id_milliseconds(id uuid) RETURNS bigint
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  select ('x' || left(replace(id::text, '-', ''), 12))::bit(48)::bigint
$$;
--> statement-breakpoint
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
-- What all spellings of one text share; packages/validation/src/spelling-key.ts answers the same in JavaScript. Unique indexes hold its
-- answers: whoever changes it builds them anew. Written by apps/api/scripts/write-folding.ts.
CREATE FUNCTION gatehouse_spelling_key(value text) RETURNS text
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
begin
  return replace(replace(regexp_replace(regexp_replace(
    lower(normalize(value, NFKD) collate "und-x-icu"),
    '[\u0001-\u0020\u007f-\u00a0\u00ad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890-\u0891\u08e2\u115f-\u1160\u1680\u17b4-\u17b5\u180b-\u180f\u2000-\u200f\u2028-\u202f\u205f-\u206f\u2800\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]+', '', 'g'),
    '[\u002d\u058a\u05be\u1400\u1806\u2010-\u2015\u2212\u2e17\u2e1a\u2e3a-\u2e3b\u2e40\u2e5d\u301c\u3030\u30a0\ufe31-\ufe32\ufe58\ufe63\uff0d\U00010d6e\U00010ead]', '-', 'g'),
    'ß', 'ss'), 'ς', 'σ');
end
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION gatehouse_enable_rls(client_table regclass, client_column name DEFAULT 'client_id') RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
begin
  execute format('alter table %s enable row level security', client_table);
  execute format('alter table %s force row level security', client_table);
  execute format('create policy tenant_isolation on %s using (%I = (select public.gatehouse_client_id()) or (select public.gatehouse_is_installation()))',
    client_table, client_column);
  execute format('grant select, insert, update, delete on %s to gatehouse_runtime', client_table);
end
$$;
--> statement-breakpoint
REVOKE EXECUTE ON FUNCTION gatehouse_enable_rls(regclass, name) FROM PUBLIC;
--> statement-breakpoint
CREATE TABLE "api_keys" (
	"client_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"folded_name" text COLLATE gatehouse_names GENERATED ALWAYS AS (gatehouse_fold(name)) STORED NOT NULL,
	"prefix" text NOT NULL,
	"key_hash" "bytea" NOT NULL,
	"scopes" text[] NOT NULL,
	"created_by" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ends_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	"last_used_at" timestamp (3) with time zone,
	CONSTRAINT "api_keys_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
CREATE TABLE "audit_entries" (
	"client_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"actor_kind" text NOT NULL,
	"actor_id" uuid,
	"action" text NOT NULL,
	"target_kind" text NOT NULL,
	"target_id" uuid,
	"details" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"redacted_at" timestamp (3) with time zone,
	CONSTRAINT "audit_entries_pkey" PRIMARY KEY("client_id","id"),
	CONSTRAINT "audit_entries_actor_kind_check" CHECK ("audit_entries"."actor_kind" in ('staff', 'key', 'guest', 'device', 'system'))
);
--> statement-breakpoint
CREATE TABLE "ban_exceptions" (
	"client_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"ban_id" uuid NOT NULL,
	"site_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"hours" smallint NOT NULL,
	"asked_by" uuid NOT NULL,
	"asked_at" timestamp (3) with time zone NOT NULL,
	"is_granted" boolean,
	"decided_by" uuid,
	"decided_at" timestamp (3) with time zone,
	"until_at" timestamp (3) with time zone,
	CONSTRAINT "ban_exceptions_pkey" PRIMARY KEY("client_id","id"),
	CONSTRAINT "ban_exceptions_decided_check" CHECK (("ban_exceptions"."is_granted" is null) = ("ban_exceptions"."decided_at" is null) and ("ban_exceptions"."is_granted" is not null or "ban_exceptions"."decided_by" is null)
        and ("ban_exceptions"."is_granted" is not true or "ban_exceptions"."decided_by" is not null) and ("ban_exceptions"."is_granted" is true) = ("ban_exceptions"."until_at" is not null)),
	CONSTRAINT "ban_exceptions_second_person_check" CHECK ("ban_exceptions"."is_granted" is not true or "ban_exceptions"."decided_by" <> "ban_exceptions"."asked_by")
);
--> statement-breakpoint
CREATE TABLE "ban_person_keys" (
	"client_id" uuid NOT NULL,
	"person_key" text NOT NULL,
	"ban_id" uuid NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"mobile" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ban_person_keys_pkey" PRIMARY KEY("client_id","person_key","ban_id")
);
--> statement-breakpoint
CREATE TABLE "bans" (
	"client_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"site_id" uuid,
	"person_key" text,
	"user_id" uuid,
	"first_name" text DEFAULT '' NOT NULL,
	"last_name" text DEFAULT '' NOT NULL,
	"mobile" text DEFAULT '' NOT NULL,
	"reason" text NOT NULL,
	"from_at" timestamp (3) with time zone NOT NULL,
	"until_at" timestamp (3) with time zone,
	"lifted_at" timestamp (3) with time zone,
	"lifted_by" uuid,
	"created_by" uuid,
	"set_by_manager" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_modified" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"folded_name" text COLLATE gatehouse_names GENERATED ALWAYS AS (gatehouse_fold(last_name || E'\t' || first_name)) STORED NOT NULL,
	CONSTRAINT "bans_pkey" PRIMARY KEY("client_id","id"),
	CONSTRAINT "bans_whom_check" CHECK ("bans"."person_key" is not null or "bans"."user_id" is not null or "bans"."last_name" <> ''),
	CONSTRAINT "bans_order_check" CHECK ("bans"."until_at" > "bans"."from_at")
);
--> statement-breakpoint
CREATE TABLE "board_changes" (
	"client_id" uuid NOT NULL,
	"site_id" uuid NOT NULL,
	"list" text NOT NULL,
	"transaction_id" "xid8" DEFAULT pg_current_xact_id() NOT NULL,
	"changed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "board_changes_pkey" PRIMARY KEY("client_id","site_id","list","transaction_id"),
	CONSTRAINT "board_changes_list_check" CHECK ("board_changes"."list" in ('on_site', 'away', 'muster', 'devices'))
);
--> statement-breakpoint
CREATE TABLE "clients" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"company_no" text NOT NULL,
	"street" text DEFAULT '' NOT NULL,
	"suburb" text DEFAULT '' NOT NULL,
	"state" text DEFAULT '' NOT NULL,
	"post_code" text DEFAULT '' NOT NULL,
	"country" text DEFAULT '' NOT NULL,
	"phone" text DEFAULT '' NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL,
	"look" text DEFAULT 'presence' NOT NULL,
	"language" text DEFAULT 'en-au' NOT NULL,
	"region" char(2) DEFAULT 'AU' NOT NULL,
	"time_zone" text DEFAULT 'Australia/Sydney' NOT NULL,
	"board_without_two_step" boolean DEFAULT false NOT NULL,
	"two_step_required_for" text[] DEFAULT '{}' NOT NULL,
	"contact_retention_days" integer DEFAULT 28,
	"answer_retention_days" integer DEFAULT 365,
	"temperature_retention_days" integer DEFAULT 28,
	"photo_retention_days" integer DEFAULT 28,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_modified" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"accepts_unknown_mobiles" boolean DEFAULT false NOT NULL,
	"folded_name" text COLLATE gatehouse_names GENERATED ALWAYS AS (gatehouse_fold(name)) STORED NOT NULL,
	"folded_company_no" text COLLATE gatehouse_names GENERATED ALWAYS AS (gatehouse_fold(company_no)) STORED NOT NULL,
	"closed_steps" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"log_head_sent_at" timestamp (3) with time zone,
	"check_out_others" text DEFAULT 'Manager' NOT NULL,
	CONSTRAINT "clients_look_check" CHECK ("clients"."look" in ('presence', 'pulse', 'batbooth')),
	CONSTRAINT "clients_language_check" CHECK ("clients"."language" in ('en', 'en-au', 'es')),
	CONSTRAINT "clients_check_out_others_check" CHECK ("clients"."check_out_others" in ('admin', 'Manager', 'Staff'))
);
--> statement-breakpoint
CREATE TABLE "creation_keys" (
	"client_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"key" uuid NOT NULL,
	"request_hash" "bytea" NOT NULL,
	"encrypted_response" "bytea",
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "creation_keys_pkey" PRIMARY KEY("client_id","user_id","key")
);
--> statement-breakpoint
CREATE TABLE "device_cookies" (
	"client_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "device_cookies_pkey" PRIMARY KEY("client_id","id"),
	CONSTRAINT "device_cookies_token_key" UNIQUE("client_id","user_id","token_hash")
);
--> statement-breakpoint
CREATE TABLE "device_commands" (
	"client_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"method_id" uuid NOT NULL,
	"command" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp (3) with time zone,
	"done_at" timestamp (3) with time zone,
	CONSTRAINT "device_commands_pkey" PRIMARY KEY("client_id","id"),
	CONSTRAINT "device_commands_command_check" CHECK ("device_commands"."command" in ('identify', 'restart'))
);
--> statement-breakpoint
CREATE TABLE "devices" (
	"client_id" uuid NOT NULL,
	"method_id" uuid NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"serial_number" text NOT NULL,
	"paired_at" timestamp (3) with time zone NOT NULL,
	"boot_id" uuid,
	"earlier_boot_id" uuid,
	"kiosk_id" text DEFAULT '' NOT NULL,
	"versions" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"connection_id" uuid,
	"last_seen_at" timestamp (3) with time zone,
	"settings_version" text,
	"settings_accepted" boolean,
	"settings_reason" text DEFAULT '' NOT NULL,
	"settings_reported_at" timestamp (3) with time zone,
	"low_pressure_since" timestamp (3) with time zone,
	"filter_cartridge_since" timestamp (3) with time zone,
	"offline_since" timestamp (3) with time zone,
	CONSTRAINT "devices_pkey" PRIMARY KEY("client_id","method_id")
);
--> statement-breakpoint
CREATE TABLE "pairing_codes" (
	"client_id" uuid NOT NULL,
	"method_id" uuid NOT NULL,
	"code_hash" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "pairing_codes_pkey" PRIMARY KEY("code_hash")
);
--> statement-breakpoint
CREATE TABLE "data_keys" (
	"id" smallint PRIMARY KEY DEFAULT 1 NOT NULL,
	"wrapped_key" "bytea" NOT NULL,
	"secret_key_id" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_modified" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "data_keys_one_check" CHECK ("data_keys"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "maintenance_runs" (
	"kind" text NOT NULL,
	"finished_at" timestamp (3) with time zone NOT NULL,
	"succeeded" boolean NOT NULL,
	CONSTRAINT "maintenance_runs_pkey" PRIMARY KEY("kind","finished_at"),
	CONSTRAINT "maintenance_runs_kind_check" CHECK ("maintenance_runs"."kind" in ('backup', 'restore_test', 'log_check'))
);
--> statement-breakpoint
CREATE TABLE "sql_files" (
	"name" text PRIMARY KEY NOT NULL,
	"hash" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "log_corrections" (
	"client_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"site_id" uuid NOT NULL,
	"visit_id" uuid NOT NULL,
	"signed_in_at" timestamp (3) with time zone NOT NULL,
	"corrected_by" uuid,
	"before" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"after" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"anonymised_at" timestamp (3) with time zone,
	CONSTRAINT "log_corrections_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
CREATE TABLE "log_entries" (
	"client_id" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"rank" smallint GENERATED ALWAYS AS (case event when 'in' then 0 when 'out' then 2 when 'refused' then 1 when 'assumed_left' then 3 when 'corrected' then 4 when 'changed' then 5 end) STORED NOT NULL,
	"id" uuid NOT NULL,
	"site_id" uuid NOT NULL,
	"event" text NOT NULL,
	"result" text NOT NULL,
	"record_id" uuid NOT NULL,
	"method_id" uuid,
	"kind" text NOT NULL,
	"position" integer,
	"facts_digest" "bytea",
	"contact_digest" "bytea",
	"answers_digest" "bytea",
	"temperature_digest" "bytea",
	"hash" "bytea",
	"chained_at" timestamp (3) with time zone,
	CONSTRAINT "log_entries_pkey" PRIMARY KEY("client_id","at","rank","id"),
	CONSTRAINT "log_entries_event_check" CHECK ("log_entries"."event" in ('in', 'out', 'refused', 'assumed_left', 'corrected', 'changed')),
	CONSTRAINT "log_entries_result_check" CHECK ("log_entries"."result" in ('ok', 'banned', 'high', 'low', 'failed_answer')),
	CONSTRAINT "log_entries_kind_check" CHECK ("log_entries"."kind" in ('user', 'visitor'))
);
--> statement-breakpoint
CREATE TABLE "log_people" (
	"client_id" uuid NOT NULL,
	"person_key" text NOT NULL,
	"user_id" uuid,
	"folded_name" text COLLATE gatehouse_names NOT NULL,
	"mobile" text NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "log_people_pkey" PRIMARY KEY("client_id","person_key")
);
--> statement-breakpoint
CREATE TABLE "muster_marks" (
	"client_id" uuid NOT NULL,
	"muster_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"person_id" uuid NOT NULL,
	"state" text NOT NULL,
	"made_at" timestamp (3) with time zone NOT NULL,
	"made_by" uuid,
	"targets" uuid[] NOT NULL,
	"point_id" uuid,
	"text" text DEFAULT '' NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	"is_flagged" boolean DEFAULT false NOT NULL,
	"version" integer NOT NULL,
	CONSTRAINT "muster_marks_pkey" PRIMARY KEY("client_id","muster_id","id"),
	CONSTRAINT "muster_marks_state_check" CHECK ("muster_marks"."state" in ('safe', 'said_safe', 'help_needed', 'help_given', 'point', 'note', 'unlisted', 'undone'))
);
--> statement-breakpoint
CREATE TABLE "muster_roll" (
	"client_id" uuid NOT NULL,
	"muster_id" uuid NOT NULL,
	"person_id" uuid NOT NULL,
	"person_key" text NOT NULL,
	"kind" text NOT NULL,
	"visit_id" uuid NOT NULL,
	"signed_in_at" timestamp (3) with time zone NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"mobile" text DEFAULT '' NOT NULL,
	"role" text DEFAULT '' NOT NULL,
	"employee_number" text DEFAULT '' NOT NULL,
	"phone_extension" text DEFAULT '' NOT NULL,
	"dependents" smallint DEFAULT 0 NOT NULL,
	"left_at" timestamp (3) with time zone,
	"had_left" boolean DEFAULT false NOT NULL,
	"version" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"anonymised_at" timestamp (3) with time zone,
	"left_by_other_phone" boolean DEFAULT false NOT NULL,
	CONSTRAINT "muster_roll_pkey" PRIMARY KEY("client_id","muster_id","person_id"),
	CONSTRAINT "muster_roll_kind_check" CHECK ("muster_roll"."kind" in ('user', 'visitor')),
	CONSTRAINT "muster_roll_left_check" CHECK (not "muster_roll"."had_left" or "muster_roll"."left_at" is not null)
);
--> statement-breakpoint
CREATE TABLE "musters" (
	"client_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"site_id" uuid NOT NULL,
	"drill" boolean NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"started_by" uuid NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"ended_by" uuid,
	"forgotten_told_at" timestamp (3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"roll_snapshot" text NOT NULL,
	"roll_server_started_at" text NOT NULL,
	"safe" integer,
	"missing" integer,
	"total" integer,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"became_real_at" timestamp (3) with time zone,
	"roll_compared_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "musters_pkey" PRIMARY KEY("client_id","id"),
	CONSTRAINT "musters_ended_check" CHECK (("musters"."ended_at" is null) = ("musters"."total" is null))
);
--> statement-breakpoint
CREATE TABLE "notification_recipient_sites" (
	"client_id" uuid NOT NULL,
	"recipient_id" uuid NOT NULL,
	"site_id" uuid NOT NULL,
	CONSTRAINT "notification_recipient_sites_pkey" PRIMARY KEY("client_id","recipient_id","site_id")
);
--> statement-breakpoint
CREATE TABLE "notification_recipients" (
	"client_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"events" text[] NOT NULL,
	"channels" text[] NOT NULL,
	"quiet_from" text,
	"quiet_until" text,
	"repeat_minutes" integer NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_modified" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "notification_recipients_pkey" PRIMARY KEY("client_id","id"),
	CONSTRAINT "notification_recipients_user_key" UNIQUE("client_id","user_id"),
	CONSTRAINT "notification_recipients_quiet_check" CHECK (("notification_recipients"."quiet_from" is null) = ("notification_recipients"."quiet_until" is null))
);
--> statement-breakpoint
CREATE TABLE "notification_repeats" (
	"client_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"event" text NOT NULL,
	"subject" text NOT NULL,
	"told_at" timestamp (3) with time zone NOT NULL,
	"held_back" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "notification_repeats_pkey" PRIMARY KEY("client_id","user_id","event","subject")
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"client_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"level" text NOT NULL,
	"values" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "notifications_pkey" PRIMARY KEY("client_id","id"),
	CONSTRAINT "notifications_level_check" CHECK ("notifications"."level" in ('danger', 'warning', 'info'))
);
--> statement-breakpoint
CREATE TABLE "client_invitations" (
	"client_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "client_invitations_pkey" PRIMARY KEY("client_id")
);
--> statement-breakpoint
CREATE TABLE "first_admin_links" (
	"token_hash" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "first_admin_links_pkey" PRIMARY KEY("token_hash")
);
--> statement-breakpoint
CREATE TABLE "one_time_tokens" (
	"token_hash" text NOT NULL,
	"client_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"purpose" text NOT NULL,
	"email" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "one_time_tokens_pkey" PRIMARY KEY("token_hash"),
	CONSTRAINT "one_time_tokens_purpose_check" CHECK ("one_time_tokens"."purpose" in ('password_reset', 'verify_email'))
);
--> statement-breakpoint
CREATE TABLE "reset_requests" (
	"id" uuid NOT NULL,
	"email_key" text NOT NULL,
	"requested_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "reset_requests_pkey" PRIMARY KEY("id")
);
--> statement-breakpoint
CREATE TABLE "outbox" (
	"client_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"type" text NOT NULL,
	"subject" text NOT NULL,
	"payload" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"delivered_at" timestamp (3) with time zone,
	"recipient" text,
	"failed_at" timestamp (3) with time zone,
	"failure" text,
	"webhook_id" uuid,
	"position" bigint GENERATED ALWAYS AS IDENTITY (sequence name "outbox_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"queued_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"event_id" uuid,
	"attempted_at" timestamp (3) with time zone,
	"outcome" text,
	"status" integer,
	"response" text,
	"milliseconds" integer,
	"queue" text GENERATED ALWAYS AS (case when type like 'mail.%' then 'mail' when type like 'text.%' then 'text' when type like 'notice.%' then 'notice' when webhook_id is null then 'event' else 'webhook' end) STORED NOT NULL,
	CONSTRAINT "outbox_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
CREATE TABLE "question_methods" (
	"client_id" uuid NOT NULL,
	"question_id" uuid NOT NULL,
	"method_id" uuid NOT NULL,
	CONSTRAINT "question_methods_pkey" PRIMARY KEY("client_id","question_id","method_id")
);
--> statement-breakpoint
CREATE TABLE "question_roles" (
	"client_id" uuid NOT NULL,
	"question_id" uuid NOT NULL,
	"role_id" uuid NOT NULL,
	CONSTRAINT "question_roles_pkey" PRIMARY KEY("client_id","question_id","role_id")
);
--> statement-breakpoint
CREATE TABLE "question_sites" (
	"client_id" uuid NOT NULL,
	"question_id" uuid NOT NULL,
	"site_id" uuid NOT NULL,
	CONSTRAINT "question_sites_pkey" PRIMARY KEY("client_id","question_id","site_id")
);
--> statement-breakpoint
CREATE TABLE "question_versions" (
	"client_id" uuid NOT NULL,
	"question_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"type" text NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"text" text NOT NULL,
	"texts" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"answers" jsonb,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"folded_name" text COLLATE gatehouse_names GENERATED ALWAYS AS (gatehouse_fold(name)) STORED NOT NULL,
	"folded_text" text COLLATE gatehouse_names GENERATED ALWAYS AS (gatehouse_fold(text)) STORED NOT NULL,
	"outdated" jsonb DEFAULT '{}'::jsonb NOT NULL,
	CONSTRAINT "question_versions_pkey" PRIMARY KEY("client_id","question_id","version"),
	CONSTRAINT "question_versions_type_check" CHECK ("question_versions"."type" in ('yes/no', 'free text', 'select', 'multi-select'))
);
--> statement-breakpoint
CREATE TABLE "questions" (
	"client_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL,
	"archived_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_modified" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "questions_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
CREATE UNLOGGED TABLE "rate_buckets" (
	"key" text PRIMARY KEY NOT NULL,
	"tokens" double precision NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"updated_on" date GENERATED ALWAYS AS ((updated_at at time zone 'UTC')::date) STORED
);
--> statement-breakpoint
CREATE UNLOGGED TABLE "rate_members" (
	"bucket" text NOT NULL,
	"member" text NOT NULL,
	"life_seconds" integer NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "rate_members_pkey" PRIMARY KEY("bucket","member")
);
--> statement-breakpoint
CREATE TABLE "readings" (
	"client_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"site_id" uuid NOT NULL,
	"method_id" uuid NOT NULL,
	"code" char(6) NOT NULL,
	"temperature" numeric(4, 1) NOT NULL,
	"taken_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"consumed_at" timestamp (3) with time zone,
	"consumed_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "readings_pkey" PRIMARY KEY("client_id","id"),
	CONSTRAINT "readings_code_check" CHECK ("readings"."code" ~ '^[0-9]{6}$'),
	CONSTRAINT "readings_order_check" CHECK ("readings"."expires_at" > "readings"."taken_at"),
	CONSTRAINT "readings_consumed_check" CHECK (("readings"."consumed_at" is null) = ("readings"."consumed_by" is null))
);
--> statement-breakpoint
CREATE TABLE "refused_attempts" (
	"client_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"site_id" uuid NOT NULL,
	"method_id" uuid,
	"source" text DEFAULT 'phone' NOT NULL,
	"reason" text NOT NULL,
	"ban_id" uuid,
	"kind" text NOT NULL,
	"user_id" uuid,
	"person_key" text NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"mobile" text DEFAULT '' NOT NULL,
	"dependents" smallint DEFAULT 0 NOT NULL,
	"role_id" uuid,
	"role_name" text DEFAULT '' NOT NULL,
	"answers" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"temperature" numeric(4, 1),
	"attempted_at" timestamp (3) with time zone NOT NULL,
	"anonymised_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"signed_in_offline" boolean DEFAULT false NOT NULL,
	CONSTRAINT "refused_attempts_pkey" PRIMARY KEY("client_id","id","attempted_at"),
	CONSTRAINT "refused_attempts_id_check" CHECK (gatehouse_id_milliseconds("refused_attempts"."id") = (extract(epoch from "refused_attempts"."attempted_at") * 1000)::bigint),
	CONSTRAINT "refused_attempts_reason_check" CHECK ("refused_attempts"."reason" in ('banned', 'high', 'low', 'failed_answer')),
	CONSTRAINT "refused_attempts_kind_check" CHECK ("refused_attempts"."kind" in ('user', 'visitor')),
	CONSTRAINT "refused_attempts_source_check" CHECK ("refused_attempts"."source" in ('phone', 'kiosk', 'device', 'staff'))
);
--> statement-breakpoint
CREATE TABLE "report_views" (
	"client_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"owner_id" uuid,
	"name" text NOT NULL,
	"folded_name" text COLLATE gatehouse_names GENERATED ALWAYS AS (gatehouse_fold(name)) STORED NOT NULL,
	"report" text NOT NULL,
	"site_id" uuid,
	"visit_id" uuid,
	"span" smallint,
	"kind" text,
	"role" text DEFAULT '' NOT NULL,
	"cadence" text,
	"weekday" smallint DEFAULT 1 NOT NULL,
	"month_day" smallint DEFAULT 1 NOT NULL,
	"time_of_day" text DEFAULT '07:00' NOT NULL,
	"recipients" uuid[] DEFAULT '{}' NOT NULL,
	"next_due_at" timestamp (3) with time zone,
	"last_sent_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_modified" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "report_views_pkey" PRIMARY KEY("client_id","id"),
	CONSTRAINT "report_views_report_check" CHECK ("report_views"."report" in ('contacts', 'headcount', 'hours', 'roll')),
	CONSTRAINT "report_views_kind_check" CHECK ("report_views"."kind" in ('user', 'visitor')),
	CONSTRAINT "report_views_cadence_check" CHECK ("report_views"."cadence" in ('daily', 'weekly', 'monthly')),
	CONSTRAINT "report_views_due_check" CHECK (("report_views"."cadence" is null) = ("report_views"."next_due_at" is null))
);
--> statement-breakpoint
CREATE TABLE "retention_runs" (
	"client_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone,
	"contact_cutoff" timestamp (3) with time zone,
	"answer_cutoff" timestamp (3) with time zone,
	"temperature_cutoff" timestamp (3) with time zone,
	"photo_cutoff" timestamp (3) with time zone,
	"contact_rows" integer DEFAULT 0 NOT NULL,
	"answer_rows" integer DEFAULT 0 NOT NULL,
	"temperature_rows" integer DEFAULT 0 NOT NULL,
	"photo_rows" integer DEFAULT 0 NOT NULL,
	"failures" jsonb DEFAULT '[]' NOT NULL,
	CONSTRAINT "retention_runs_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
CREATE TABLE "retention_salts" (
	"client_id" uuid NOT NULL,
	"day" date NOT NULL,
	"salt" "bytea" NOT NULL,
	CONSTRAINT "retention_salts_pkey" PRIMARY KEY("client_id","day")
);
--> statement-breakpoint
CREATE TABLE "retention_schedules" (
	"client_id" uuid NOT NULL,
	"next_run_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "retention_schedules_pkey" PRIMARY KEY("client_id")
);
--> statement-breakpoint
CREATE TABLE "installation_rollups" (
	"granularity" text NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"counts" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"stays" jsonb DEFAULT '{}'::jsonb NOT NULL,
	CONSTRAINT "installation_rollups_pkey" PRIMARY KEY("granularity","starts_at"),
	CONSTRAINT "installation_rollups_granularity_check" CHECK ("installation_rollups"."granularity" in ('quarter_hour', 'day', 'month'))
);
--> statement-breakpoint
CREATE TABLE "rollup_deltas" (
	"client_id" uuid NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "rollup_deltas_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"site_id" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"counts" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"stays" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"is_folded" boolean DEFAULT false NOT NULL,
	CONSTRAINT "rollup_deltas_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
CREATE TABLE "rollups" (
	"client_id" uuid NOT NULL,
	"scope_id" uuid NOT NULL,
	"granularity" text NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"counts" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"stays" jsonb DEFAULT '{}'::jsonb NOT NULL,
	CONSTRAINT "rollups_pkey" PRIMARY KEY("client_id","scope_id","granularity","starts_at"),
	CONSTRAINT "rollups_granularity_check" CHECK ("rollups"."granularity" in ('quarter_hour', 'day', 'month'))
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"client_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"authenticated" boolean DEFAULT false NOT NULL,
	"cookie_hash" "bytea",
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_seen_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"revoked_at" timestamp (3) with time zone,
	"wrong_codes" integer DEFAULT 0 NOT NULL,
	"proved_at" timestamp (3) with time zone,
	"browser" text,
	"system" text,
	"folded_program" text COLLATE gatehouse_names GENERATED ALWAYS AS (gatehouse_fold(coalesce(browser, '') || E'\t' || coalesce(system, ''))) STORED NOT NULL,
	CONSTRAINT "sessions_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
CREATE TABLE "kiosk_reports" (
	"client_id" uuid NOT NULL,
	"method_id" uuid NOT NULL,
	"waiting" integer NOT NULL,
	"reported_at" timestamp (3) with time zone NOT NULL,
	"kiosk" uuid DEFAULT '00000000-0000-0000-0000-000000000000' NOT NULL,
	CONSTRAINT "kiosk_reports_pkey" PRIMARY KEY("client_id","method_id","kiosk"),
	CONSTRAINT "kiosk_reports_waiting_check" CHECK ("kiosk_reports"."waiting" >= 0)
);
--> statement-breakpoint
CREATE TABLE "limited_methods" (
	"client_id" uuid NOT NULL,
	"method_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "limited_methods_pkey" PRIMARY KEY("client_id","method_id","kind"),
	CONSTRAINT "limited_methods_kind_check" CHECK ("limited_methods"."kind" in ('sign_in', 'temperature_code', 'visitor_details', 'host_search', 'sign_out_search'))
);
--> statement-breakpoint
CREATE TABLE "method_keys" (
	"key" char(4) NOT NULL,
	"client_id" uuid NOT NULL,
	"method_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"retired_at" timestamp (3) with time zone,
	"folded_key" text COLLATE gatehouse_names GENERATED ALWAYS AS (gatehouse_fold(key)) STORED NOT NULL,
	CONSTRAINT "method_keys_pkey" PRIMARY KEY("key"),
	CONSTRAINT "method_keys_key_check" CHECK ("method_keys"."key" ~ '^[A-HJ-NP-TV-Z2-9]{4}$')
);
--> statement-breakpoint
CREATE TABLE "paired_kiosks" (
	"client_id" uuid NOT NULL,
	"method_id" uuid NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"paired_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "paired_kiosks_pkey" PRIMARY KEY("client_id","method_id","token_hash")
);
--> statement-breakpoint
CREATE TABLE "sign_in_methods" (
	"client_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"site_id" uuid NOT NULL,
	"type" text NOT NULL,
	"name" text NOT NULL,
	"location" text DEFAULT '' NOT NULL,
	"kiosk_id" text DEFAULT '' NOT NULL,
	"serial_number" text DEFAULT '' NOT NULL,
	"success_message" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"use_temperature" boolean DEFAULT false NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL,
	"retired_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_modified" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"look" text,
	"colours" jsonb,
	"settings" jsonb,
	"folded_name" text COLLATE gatehouse_names GENERATED ALWAYS AS (gatehouse_fold(name)) STORED NOT NULL,
	"folded_details" text COLLATE gatehouse_names GENERATED ALWAYS AS (gatehouse_fold(location || E'\t' || serial_number || E'\t' || kiosk_id)) STORED NOT NULL,
	"asks_host" boolean DEFAULT false NOT NULL,
	"site_archived" boolean DEFAULT false NOT NULL,
	CONSTRAINT "sign_in_methods_pkey" PRIMARY KEY("client_id","id"),
	CONSTRAINT "sign_in_methods_type_check" CHECK ("sign_in_methods"."type" in ('device', 'kiosk', 'qr')),
	CONSTRAINT "sign_in_methods_look_check" CHECK ("sign_in_methods"."look" in ('presence', 'pulse', 'batbooth'))
);
--> statement-breakpoint
CREATE TABLE "muster_points" (
	"client_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"site_id" uuid NOT NULL,
	"name" text NOT NULL,
	"place" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_modified" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "muster_points_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
CREATE TABLE "site_day_counts" (
	"client_id" uuid NOT NULL,
	"site_id" uuid NOT NULL,
	"time_zone" text NOT NULL,
	"counted_until" date NOT NULL,
	"people" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"next_count_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "site_day_counts_pkey" PRIMARY KEY("client_id","site_id")
);
--> statement-breakpoint
CREATE TABLE "site_external_apis" (
	"client_id" uuid NOT NULL,
	"site_id" uuid NOT NULL,
	"url" text,
	"parameters" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"encrypted_secret" "bytea",
	"secret_set_at" timestamp (3) with time zone,
	"enabled" boolean DEFAULT false NOT NULL,
	"tested_at" timestamp (3) with time zone,
	"test_outcome" text,
	"test_status" integer,
	"test_milliseconds" integer,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_modified" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "site_external_apis_pkey" PRIMARY KEY("client_id","site_id"),
	CONSTRAINT "site_external_apis_test_outcome_check" CHECK ("site_external_apis"."test_outcome" in ('accepted', 'redirected', 'error_status', 'secret_unreadable', 'https_required', 'port_refused', 'private_address', 'name_not_found', 'connection_refused', 'unreachable', 'connection_lost', 'certificate', 'tls', 'timeout', 'too_large', 'not_http', 'failed')),
	CONSTRAINT "site_external_apis_secret_check" CHECK (("site_external_apis"."encrypted_secret" is null) = ("site_external_apis"."secret_set_at" is null))
);
--> statement-breakpoint
CREATE TABLE "sites" (
	"client_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"address" text DEFAULT '' NOT NULL,
	"comments" text DEFAULT '' NOT NULL,
	"installed_on" date,
	"time_zone" text DEFAULT 'Australia/Sydney' NOT NULL,
	"region" char(2) DEFAULT 'AU' NOT NULL,
	"status" text DEFAULT 'active' NOT NULL,
	"offline_users" boolean DEFAULT false NOT NULL,
	"questions_by_user" boolean DEFAULT false NOT NULL,
	"low_temperature" numeric(4, 1) DEFAULT 35 NOT NULL,
	"high_temperature" numeric(4, 1) DEFAULT 37.5 NOT NULL,
	"overdue_after_hours" integer DEFAULT 13 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_modified" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"folded_name" text COLLATE gatehouse_names GENERATED ALWAYS AS (gatehouse_fold(name)) STORED NOT NULL,
	"opening_hours" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"folded_address" text COLLATE gatehouse_names GENERATED ALWAYS AS (gatehouse_fold(address)) STORED NOT NULL,
	"overdue_told_until" timestamp (3) with time zone,
	"assumed_left_after_hours" integer,
	"hours_key" uuid GENERATED ALWAYS AS (case when opening_hours <> '[]' then md5(time_zone || opening_hours::text)::uuid end) STORED,
	CONSTRAINT "sites_pkey" PRIMARY KEY("client_id","id"),
	CONSTRAINT "sites_status_check" CHECK ("sites"."status" in ('active', 'archived')),
	CONSTRAINT "sites_temperature_check" CHECK ("sites"."low_temperature" < "sites"."high_temperature"),
	CONSTRAINT "sites_overdue_check" CHECK ("sites"."overdue_after_hours" > 0),
	CONSTRAINT "sites_assumed_left_check" CHECK ("sites"."assumed_left_after_hours" > 0)
);
--> statement-breakpoint
CREATE TABLE "recovery_code_sets" (
	"client_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"prepared_by" uuid,
	"encrypted_codes" "bytea",
	"enabled_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "recovery_code_sets_pkey" PRIMARY KEY("client_id","id"),
	CONSTRAINT "recovery_code_sets_state_check" CHECK (("recovery_code_sets"."enabled_at" is null) = ("recovery_code_sets"."prepared_by" is not null) and ("recovery_code_sets"."enabled_at" is null) = ("recovery_code_sets"."encrypted_codes" is not null))
);
--> statement-breakpoint
CREATE TABLE "recovery_codes" (
	"client_id" uuid NOT NULL,
	"set_id" uuid NOT NULL,
	"position" smallint NOT NULL,
	"code_hash" "bytea" NOT NULL,
	"tail" char(2) NOT NULL,
	"used_at" timestamp (3) with time zone,
	CONSTRAINT "recovery_codes_pkey" PRIMARY KEY("client_id","set_id","position"),
	CONSTRAINT "recovery_codes_hash_key" UNIQUE("client_id","set_id","code_hash")
);
--> statement-breakpoint
CREATE TABLE "remembered_devices" (
	"client_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"browser" text,
	"system" text,
	"folded_program" text COLLATE gatehouse_names GENERATED ALWAYS AS (gatehouse_fold(coalesce(browser, '') || E'\t' || coalesce(system, ''))) STORED NOT NULL,
	CONSTRAINT "remembered_devices_pkey" PRIMARY KEY("client_id","id"),
	CONSTRAINT "remembered_devices_token_key" UNIQUE("client_id","user_id","token_hash")
);
--> statement-breakpoint
CREATE TABLE "totp_methods" (
	"client_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"prepared_by" uuid,
	"encrypted_seed" "bytea" NOT NULL,
	"last_step" bigint DEFAULT 0 NOT NULL,
	"confirmed_at" timestamp (3) with time zone,
	"enabled_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "totp_methods_pkey" PRIMARY KEY("client_id","id"),
	CONSTRAINT "totp_methods_state_check" CHECK (("totp_methods"."enabled_at" is null) = ("totp_methods"."prepared_by" is not null))
);
--> statement-breakpoint
CREATE TABLE "two_step_accounts" (
	"client_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"wrong_in_a_row" integer DEFAULT 0 NOT NULL,
	"locked_until" timestamp (3) with time zone,
	CONSTRAINT "two_step_accounts_pkey" PRIMARY KEY("client_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "access_entries" (
	"client_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"site_id" uuid NOT NULL,
	"user_type" text NOT NULL,
	CONSTRAINT "access_entries_pkey" PRIMARY KEY("client_id","user_id","site_id"),
	CONSTRAINT "access_entries_user_type_check" CHECK ("access_entries"."user_type" in ('Manager', 'Staff', 'Device', 'Guest'))
);
--> statement-breakpoint
CREATE TABLE "logins" (
	"email_key" text NOT NULL,
	"client_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	CONSTRAINT "logins_pkey" PRIMARY KEY("email_key"),
	CONSTRAINT "logins_user_key" UNIQUE("client_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "users" (
	"client_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"email" text NOT NULL,
	"email_key" text NOT NULL,
	"pending_email" text,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"mobile" text DEFAULT '' NOT NULL,
	"language" text,
	"employee_number" text DEFAULT '' NOT NULL,
	"phone_extension" text DEFAULT '' NOT NULL,
	"job_title" text DEFAULT '' NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"admin" boolean DEFAULT false NOT NULL,
	"site_admin" boolean DEFAULT false NOT NULL,
	"change_password" boolean DEFAULT false NOT NULL,
	"approval_access" boolean DEFAULT false NOT NULL,
	"password_hash" text,
	"person_key" text,
	"photo_key" text,
	"last_seen_at" timestamp (3) with time zone,
	"last_seen_site_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_modified" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"security_version" integer DEFAULT 1 NOT NULL,
	"folded_name" text COLLATE gatehouse_names GENERATED ALWAYS AS (gatehouse_fold(last_name || E'\t' || first_name)) STORED NOT NULL,
	"user_type" text,
	"status_reason" text DEFAULT '' NOT NULL,
	"ppe" boolean DEFAULT false NOT NULL,
	"temperature_check" boolean DEFAULT false NOT NULL,
	"access_pin_hash" "bytea",
	"folded_details" text COLLATE gatehouse_names GENERATED ALWAYS AS (gatehouse_fold(email || E'\t' || employee_number)) STORED NOT NULL,
	"employee_number_key" text GENERATED ALWAYS AS (nullif(gatehouse_spelling_key(employee_number), '')) STORED,
	"archived_by_manager" boolean DEFAULT false NOT NULL,
	"unapproved_change" boolean DEFAULT false NOT NULL,
	CONSTRAINT "users_pkey" PRIMARY KEY("client_id","id"),
	CONSTRAINT "users_status_check" CHECK ("users"."status" in ('pending', 'active', 'rejected', 'archived')),
	CONSTRAINT "users_user_type_check" CHECK ("users"."user_type" in ('Admin', 'Manager', 'Staff', 'Device', 'Guest')),
	CONSTRAINT "users_language_check" CHECK ("users"."language" in ('en', 'en-au', 'es'))
);
--> statement-breakpoint
CREATE TABLE "visit_hosts" (
	"client_id" uuid NOT NULL,
	"visit_id" uuid NOT NULL,
	"site_id" uuid NOT NULL,
	"signed_in_at" timestamp (3) with time zone NOT NULL,
	"user_id" uuid,
	"name" text DEFAULT '' NOT NULL,
	"answer" text,
	"answered_at" timestamp (3) with time zone,
	CONSTRAINT "visit_hosts_pkey" PRIMARY KEY("client_id","visit_id"),
	CONSTRAINT "visit_hosts_answer_check" CHECK ("visit_hosts"."answer" in ('on_my_way', 'sending_somebody', 'not_here')),
	CONSTRAINT "visit_hosts_named_check" CHECK (("visit_hosts"."user_id" is null) = ("visit_hosts"."name" <> '')),
	CONSTRAINT "visit_hosts_answered_check" CHECK (("visit_hosts"."answer" is null) = ("visit_hosts"."answered_at" is null))
);
--> statement-breakpoint
CREATE TABLE "user_visitor_roles" (
	"client_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"role_id" uuid NOT NULL,
	CONSTRAINT "user_visitor_roles_pkey" PRIMARY KEY("client_id","user_id","role_id")
);
--> statement-breakpoint
CREATE TABLE "visitor_roles" (
	"client_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"site_id" uuid NOT NULL,
	"name" text NOT NULL,
	"names" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_modified" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "visitor_roles_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"client_id" uuid NOT NULL,
	"method_id" uuid NOT NULL,
	"key" uuid NOT NULL,
	"request_hash" "bytea" NOT NULL,
	"status" integer,
	"answer" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotency_keys_pkey" PRIMARY KEY("client_id","method_id","key")
);
--> statement-breakpoint
CREATE TABLE "presence" (
	"client_id" uuid NOT NULL,
	"site_id" uuid NOT NULL,
	"method_id" uuid,
	"kind" text NOT NULL,
	"user_id" uuid,
	"person_key" text NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"mobile" text DEFAULT '' NOT NULL,
	"dependents" smallint DEFAULT 0 NOT NULL,
	"role_id" uuid,
	"role_name" text DEFAULT '' NOT NULL,
	"visit_id" uuid NOT NULL,
	"signed_in_at" timestamp (3) with time zone NOT NULL,
	"superseded_visit_id" uuid,
	"superseded_signed_in_at" timestamp (3) with time zone,
	"folded_name" text COLLATE gatehouse_names GENERATED ALWAYS AS (gatehouse_fold(last_name || E'\t' || first_name)) STORED NOT NULL,
	"folded_role" text COLLATE gatehouse_names GENERATED ALWAYS AS (gatehouse_fold(role_name)) STORED NOT NULL,
	"signed_in_offline" boolean DEFAULT false NOT NULL,
	CONSTRAINT "presence_pkey" PRIMARY KEY("client_id","site_id","person_key"),
	CONSTRAINT "presence_kind_check" CHECK ("presence"."kind" in ('user', 'visitor')),
	CONSTRAINT "presence_user_check" CHECK (("presence"."kind" = 'user') = ("presence"."user_id" is not null))
);
--> statement-breakpoint
CREATE TABLE "visits" (
	"client_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"site_id" uuid NOT NULL,
	"method_id" uuid,
	"source" text DEFAULT 'phone' NOT NULL,
	"kind" text NOT NULL,
	"user_id" uuid,
	"person_key" text NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"mobile" text DEFAULT '' NOT NULL,
	"dependents" smallint DEFAULT 0 NOT NULL,
	"role_id" uuid,
	"role_name" text DEFAULT '' NOT NULL,
	"answers" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"temperature" numeric(4, 1),
	"signed_in_at" timestamp (3) with time zone NOT NULL,
	"signed_out_at" timestamp (3) with time zone,
	"ended_as" text,
	"ended_at" timestamp (3) with time zone,
	"ended_by" uuid,
	"end_reason" text DEFAULT '' NOT NULL,
	"anonymised_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"superseded_by" uuid,
	"signed_in_offline" boolean DEFAULT false NOT NULL,
	"other_phone" boolean DEFAULT false NOT NULL,
	"left_by_other_phone" boolean DEFAULT false NOT NULL,
	"after_refusal" boolean DEFAULT false NOT NULL,
	"assumed_left_at" timestamp (3) with time zone,
	CONSTRAINT "visits_pkey" PRIMARY KEY("client_id","id","signed_in_at"),
	CONSTRAINT "visits_id_check" CHECK (gatehouse_id_milliseconds("visits"."id") = (extract(epoch from "visits"."signed_in_at") * 1000)::bigint),
	CONSTRAINT "visits_kind_check" CHECK ("visits"."kind" in ('user', 'visitor')),
	CONSTRAINT "visits_source_check" CHECK ("visits"."source" in ('phone', 'kiosk', 'device', 'staff')),
	CONSTRAINT "visits_ended_as_check" CHECK ("visits"."ended_as" in ('checked_out', 'superseded', 'assumed_left', 'by_staff')),
	CONSTRAINT "visits_user_check" CHECK (("visits"."kind" = 'user') = ("visits"."user_id" is not null)),
	CONSTRAINT "visits_ended_check" CHECK (("visits"."ended_as" is null) = ("visits"."ended_at" is null)),
	CONSTRAINT "visits_signed_out_check" CHECK (("visits"."signed_out_at" is null) = ("visits"."ended_as" is null or "visits"."ended_as" in ('assumed_left', 'superseded'))),
	CONSTRAINT "visits_order_check" CHECK ("visits"."signed_out_at" >= "visits"."signed_in_at"),
	CONSTRAINT "visits_superseded_by_check" CHECK ("visits"."superseded_by" is null or "visits"."ended_as" = 'superseded')
);
--> statement-breakpoint
CREATE TABLE "webhooks" (
	"client_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"url" text NOT NULL,
	"folded_url" text COLLATE gatehouse_names GENERATED ALWAYS AS (gatehouse_fold(url)) STORED NOT NULL,
	"events" text[] NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL,
	"encrypted_secret" "bytea" NOT NULL,
	"encrypted_previous_secret" "bytea",
	"previous_secret_until" timestamp (3) with time zone,
	"failing_since" timestamp (3) with time zone,
	"given_up_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_modified" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "webhooks_pkey" PRIMARY KEY("client_id","id"),
	CONSTRAINT "webhooks_previous_secret_check" CHECK (("webhooks"."encrypted_previous_secret" is null) = ("webhooks"."previous_secret_until" is null)),
	CONSTRAINT "webhooks_given_up_check" CHECK ("webhooks"."given_up_at" is null or not "webhooks"."enabled")
);
--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_client_fkey" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_entries" ADD CONSTRAINT "audit_entries_client_fkey" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ban_exceptions" ADD CONSTRAINT "ban_exceptions_ban_fkey" FOREIGN KEY ("client_id","ban_id") REFERENCES "public"."bans"("client_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ban_exceptions" ADD CONSTRAINT "ban_exceptions_site_fkey" FOREIGN KEY ("client_id","site_id") REFERENCES "public"."sites"("client_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ban_person_keys" ADD CONSTRAINT "ban_person_keys_ban_fkey" FOREIGN KEY ("client_id","ban_id") REFERENCES "public"."bans"("client_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bans" ADD CONSTRAINT "bans_client_fkey" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bans" ADD CONSTRAINT "bans_site_fkey" FOREIGN KEY ("client_id","site_id") REFERENCES "public"."sites"("client_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bans" ADD CONSTRAINT "bans_user_fkey" FOREIGN KEY ("client_id","user_id") REFERENCES "public"."users"("client_id","id") ON DELETE set null ("user_id") ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "board_changes" ADD CONSTRAINT "board_changes_client_fkey" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "creation_keys" ADD CONSTRAINT "creation_keys_client_fkey" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_cookies" ADD CONSTRAINT "device_cookies_user_fkey" FOREIGN KEY ("client_id","user_id") REFERENCES "public"."users"("client_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_commands" ADD CONSTRAINT "device_commands_method_fkey" FOREIGN KEY ("client_id","method_id") REFERENCES "public"."sign_in_methods"("client_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "devices" ADD CONSTRAINT "devices_method_fkey" FOREIGN KEY ("client_id","method_id") REFERENCES "public"."sign_in_methods"("client_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pairing_codes" ADD CONSTRAINT "pairing_codes_method_fkey" FOREIGN KEY ("client_id","method_id") REFERENCES "public"."sign_in_methods"("client_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "log_corrections" ADD CONSTRAINT "log_corrections_site_fkey" FOREIGN KEY ("client_id","site_id") REFERENCES "public"."sites"("client_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "log_entries" ADD CONSTRAINT "log_entries_site_fkey" FOREIGN KEY ("client_id","site_id") REFERENCES "public"."sites"("client_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "log_people" ADD CONSTRAINT "log_people_client_fkey" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "muster_marks" ADD CONSTRAINT "muster_marks_muster_fkey" FOREIGN KEY ("client_id","muster_id") REFERENCES "public"."musters"("client_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "muster_roll" ADD CONSTRAINT "muster_roll_muster_fkey" FOREIGN KEY ("client_id","muster_id") REFERENCES "public"."musters"("client_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "musters" ADD CONSTRAINT "musters_site_fkey" FOREIGN KEY ("client_id","site_id") REFERENCES "public"."sites"("client_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_recipient_sites" ADD CONSTRAINT "notification_recipient_sites_recipient_fkey" FOREIGN KEY ("client_id","recipient_id") REFERENCES "public"."notification_recipients"("client_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_recipient_sites" ADD CONSTRAINT "notification_recipient_sites_site_fkey" FOREIGN KEY ("client_id","site_id") REFERENCES "public"."sites"("client_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_recipients" ADD CONSTRAINT "notification_recipients_user_fkey" FOREIGN KEY ("client_id","user_id") REFERENCES "public"."users"("client_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_repeats" ADD CONSTRAINT "notification_repeats_user_fkey" FOREIGN KEY ("client_id","user_id") REFERENCES "public"."users"("client_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_user_fkey" FOREIGN KEY ("client_id","user_id") REFERENCES "public"."users"("client_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "client_invitations" ADD CONSTRAINT "client_invitations_client_fkey" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "one_time_tokens" ADD CONSTRAINT "one_time_tokens_user_fkey" FOREIGN KEY ("client_id","user_id") REFERENCES "public"."users"("client_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outbox" ADD CONSTRAINT "outbox_client_fkey" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outbox" ADD CONSTRAINT "outbox_webhook_fkey" FOREIGN KEY ("client_id","webhook_id") REFERENCES "public"."webhooks"("client_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "question_methods" ADD CONSTRAINT "question_methods_question_fkey" FOREIGN KEY ("client_id","question_id") REFERENCES "public"."questions"("client_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "question_methods" ADD CONSTRAINT "question_methods_method_fkey" FOREIGN KEY ("client_id","method_id") REFERENCES "public"."sign_in_methods"("client_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "question_roles" ADD CONSTRAINT "question_roles_question_fkey" FOREIGN KEY ("client_id","question_id") REFERENCES "public"."questions"("client_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "question_roles" ADD CONSTRAINT "question_roles_role_fkey" FOREIGN KEY ("client_id","role_id") REFERENCES "public"."visitor_roles"("client_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "question_sites" ADD CONSTRAINT "question_sites_question_fkey" FOREIGN KEY ("client_id","question_id") REFERENCES "public"."questions"("client_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "question_sites" ADD CONSTRAINT "question_sites_site_fkey" FOREIGN KEY ("client_id","site_id") REFERENCES "public"."sites"("client_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "question_versions" ADD CONSTRAINT "question_versions_question_fkey" FOREIGN KEY ("client_id","question_id") REFERENCES "public"."questions"("client_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "questions" ADD CONSTRAINT "questions_client_fkey" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "readings" ADD CONSTRAINT "readings_site_fkey" FOREIGN KEY ("client_id","site_id") REFERENCES "public"."sites"("client_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "readings" ADD CONSTRAINT "readings_method_fkey" FOREIGN KEY ("client_id","method_id") REFERENCES "public"."sign_in_methods"("client_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refused_attempts" ADD CONSTRAINT "refused_attempts_site_fkey" FOREIGN KEY ("client_id","site_id") REFERENCES "public"."sites"("client_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refused_attempts" ADD CONSTRAINT "refused_attempts_method_fkey" FOREIGN KEY ("client_id","method_id") REFERENCES "public"."sign_in_methods"("client_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_views" ADD CONSTRAINT "report_views_client_fkey" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_views" ADD CONSTRAINT "report_views_owner_fkey" FOREIGN KEY ("client_id","owner_id") REFERENCES "public"."users"("client_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_views" ADD CONSTRAINT "report_views_site_fkey" FOREIGN KEY ("client_id","site_id") REFERENCES "public"."sites"("client_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "retention_runs" ADD CONSTRAINT "retention_runs_client_fkey" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "retention_salts" ADD CONSTRAINT "retention_salts_client_fkey" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "retention_schedules" ADD CONSTRAINT "retention_schedules_client_fkey" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rollup_deltas" ADD CONSTRAINT "rollup_deltas_site_fkey" FOREIGN KEY ("client_id","site_id") REFERENCES "public"."sites"("client_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rollups" ADD CONSTRAINT "rollups_client_fkey" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_fkey" FOREIGN KEY ("client_id","user_id") REFERENCES "public"."users"("client_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "kiosk_reports" ADD CONSTRAINT "kiosk_reports_method_fkey" FOREIGN KEY ("client_id","method_id") REFERENCES "public"."sign_in_methods"("client_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "limited_methods" ADD CONSTRAINT "limited_methods_method_fkey" FOREIGN KEY ("client_id","method_id") REFERENCES "public"."sign_in_methods"("client_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "method_keys" ADD CONSTRAINT "method_keys_method_fkey" FOREIGN KEY ("client_id","method_id") REFERENCES "public"."sign_in_methods"("client_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "paired_kiosks" ADD CONSTRAINT "paired_kiosks_method_fkey" FOREIGN KEY ("client_id","method_id") REFERENCES "public"."sign_in_methods"("client_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sign_in_methods" ADD CONSTRAINT "sign_in_methods_site_fkey" FOREIGN KEY ("client_id","site_id") REFERENCES "public"."sites"("client_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "muster_points" ADD CONSTRAINT "muster_points_site_fkey" FOREIGN KEY ("client_id","site_id") REFERENCES "public"."sites"("client_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "site_day_counts" ADD CONSTRAINT "site_day_counts_site_fkey" FOREIGN KEY ("client_id","site_id") REFERENCES "public"."sites"("client_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "site_external_apis" ADD CONSTRAINT "site_external_apis_site_fkey" FOREIGN KEY ("client_id","site_id") REFERENCES "public"."sites"("client_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sites" ADD CONSTRAINT "sites_client_fkey" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_code_sets" ADD CONSTRAINT "recovery_code_sets_user_fkey" FOREIGN KEY ("client_id","user_id") REFERENCES "public"."users"("client_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_code_sets" ADD CONSTRAINT "recovery_code_sets_session_fkey" FOREIGN KEY ("client_id","prepared_by") REFERENCES "public"."sessions"("client_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_set_fkey" FOREIGN KEY ("client_id","set_id") REFERENCES "public"."recovery_code_sets"("client_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "remembered_devices" ADD CONSTRAINT "remembered_devices_user_fkey" FOREIGN KEY ("client_id","user_id") REFERENCES "public"."users"("client_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "totp_methods" ADD CONSTRAINT "totp_methods_user_fkey" FOREIGN KEY ("client_id","user_id") REFERENCES "public"."users"("client_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "totp_methods" ADD CONSTRAINT "totp_methods_session_fkey" FOREIGN KEY ("client_id","prepared_by") REFERENCES "public"."sessions"("client_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "two_step_accounts" ADD CONSTRAINT "two_step_accounts_user_fkey" FOREIGN KEY ("client_id","user_id") REFERENCES "public"."users"("client_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_entries" ADD CONSTRAINT "access_entries_user_fkey" FOREIGN KEY ("client_id","user_id") REFERENCES "public"."users"("client_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_entries" ADD CONSTRAINT "access_entries_site_fkey" FOREIGN KEY ("client_id","site_id") REFERENCES "public"."sites"("client_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "logins" ADD CONSTRAINT "logins_user_fkey" FOREIGN KEY ("client_id","user_id") REFERENCES "public"."users"("client_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_client_fkey" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_last_seen_site_fkey" FOREIGN KEY ("client_id","last_seen_site_id") REFERENCES "public"."sites"("client_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visit_hosts" ADD CONSTRAINT "visit_hosts_site_fkey" FOREIGN KEY ("client_id","site_id") REFERENCES "public"."sites"("client_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visit_hosts" ADD CONSTRAINT "visit_hosts_user_fkey" FOREIGN KEY ("client_id","user_id") REFERENCES "public"."users"("client_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_visitor_roles" ADD CONSTRAINT "user_visitor_roles_user_fkey" FOREIGN KEY ("client_id","user_id") REFERENCES "public"."users"("client_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_visitor_roles" ADD CONSTRAINT "user_visitor_roles_role_fkey" FOREIGN KEY ("client_id","role_id") REFERENCES "public"."visitor_roles"("client_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visitor_roles" ADD CONSTRAINT "visitor_roles_site_fkey" FOREIGN KEY ("client_id","site_id") REFERENCES "public"."sites"("client_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_method_fkey" FOREIGN KEY ("client_id","method_id") REFERENCES "public"."sign_in_methods"("client_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "presence" ADD CONSTRAINT "presence_site_fkey" FOREIGN KEY ("client_id","site_id") REFERENCES "public"."sites"("client_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "presence" ADD CONSTRAINT "presence_user_fkey" FOREIGN KEY ("client_id","user_id") REFERENCES "public"."users"("client_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visits" ADD CONSTRAINT "visits_site_fkey" FOREIGN KEY ("client_id","site_id") REFERENCES "public"."sites"("client_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visits" ADD CONSTRAINT "visits_method_fkey" FOREIGN KEY ("client_id","method_id") REFERENCES "public"."sign_in_methods"("client_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visits" ADD CONSTRAINT "visits_user_fkey" FOREIGN KEY ("client_id","user_id") REFERENCES "public"."users"("client_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_client_fkey" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_entries_time_idx" ON "audit_entries" USING btree ("client_id","at","id");--> statement-breakpoint
CREATE INDEX "audit_entries_target_idx" ON "audit_entries" USING btree ("client_id","target_id","at","id");--> statement-breakpoint
CREATE INDEX "audit_entries_actor_idx" ON "audit_entries" USING btree ("client_id","actor_id","at","id");--> statement-breakpoint
CREATE INDEX "audit_entries_action_idx" ON "audit_entries" USING btree ("client_id","action" collate "C","at","id");--> statement-breakpoint
CREATE INDEX "audit_entries_details_kept_idx" ON "audit_entries" USING btree ("client_id","at") WHERE "audit_entries"."redacted_at" is null;--> statement-breakpoint
CREATE INDEX "ban_exceptions_ban_idx" ON "ban_exceptions" USING btree ("client_id","ban_id","asked_at");--> statement-breakpoint
CREATE UNIQUE INDEX "ban_exceptions_waiting_key" ON "ban_exceptions" USING btree ("client_id","ban_id","site_id") WHERE "ban_exceptions"."is_granted" is null;--> statement-breakpoint
CREATE INDEX "ban_person_keys_ban_idx" ON "ban_person_keys" USING btree ("client_id","ban_id");--> statement-breakpoint
CREATE INDEX "ban_person_keys_mobile_idx" ON "ban_person_keys" USING btree ("client_id","mobile");--> statement-breakpoint
CREATE INDEX "bans_person_idx" ON "bans" USING btree ("client_id","person_key");--> statement-breakpoint
CREATE INDEX "bans_user_idx" ON "bans" USING btree ("client_id","user_id");--> statement-breakpoint
CREATE INDEX "board_changes_changed_at_idx" ON "board_changes" USING btree ("changed_at");--> statement-breakpoint
CREATE UNIQUE INDEX "clients_company_no_key" ON "clients" USING btree (nullif(gatehouse_spelling_key("company_no"), ''));--> statement-breakpoint
CREATE INDEX "clients_name_idx" ON "clients" USING btree ("folded_name","id");--> statement-breakpoint
CREATE INDEX "creation_keys_created_at_idx" ON "creation_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "device_cookies_expires_at_idx" ON "device_cookies" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "device_commands_method_idx" ON "device_commands" USING btree ("client_id","method_id") WHERE "device_commands"."sent_at" is null;--> statement-breakpoint
CREATE INDEX "device_commands_created_at_idx" ON "device_commands" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "devices_heard_idx" ON "devices" USING btree ("last_seen_at") WHERE "devices"."offline_since" is null;--> statement-breakpoint
CREATE INDEX "pairing_codes_method_idx" ON "pairing_codes" USING btree ("client_id","method_id");--> statement-breakpoint
CREATE INDEX "pairing_codes_expires_at_idx" ON "pairing_codes" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "log_corrections_visit_idx" ON "log_corrections" USING btree ("client_id","visit_id");--> statement-breakpoint
CREATE INDEX "log_corrections_contact_kept_idx" ON "log_corrections" USING btree ("client_id","signed_in_at") WHERE "log_corrections"."anonymised_at" is null;--> statement-breakpoint
CREATE INDEX "log_entries_site_idx" ON "log_entries" USING btree ("client_id","site_id","at","rank","id");--> statement-breakpoint
CREATE INDEX "log_entries_rare_idx" ON "log_entries" USING btree ("client_id","at","rank","id") WHERE event in ('refused', 'assumed_left', 'corrected');--> statement-breakpoint
CREATE INDEX "log_entries_record_idx" ON "log_entries" USING btree ("client_id","record_id");--> statement-breakpoint
CREATE UNIQUE INDEX "log_entries_chain_key" ON "log_entries" USING btree ("client_id","position");--> statement-breakpoint
CREATE INDEX "log_people_search_idx" ON "log_people" USING btree ("client_id","folded_name","mobile","user_id","person_key");--> statement-breakpoint
CREATE INDEX "log_people_mobile_idx" ON "log_people" USING btree ("client_id","mobile");--> statement-breakpoint
CREATE INDEX "log_people_last_idx" ON "log_people" USING btree ("client_id","last_at");--> statement-breakpoint
CREATE INDEX "muster_marks_person_idx" ON "muster_marks" USING btree ("client_id","muster_id","person_id");--> statement-breakpoint
CREATE INDEX "muster_marks_version_idx" ON "muster_marks" USING btree ("client_id","muster_id","version");--> statement-breakpoint
CREATE INDEX "muster_marks_text_kept_idx" ON "muster_marks" USING btree ("client_id","received_at") WHERE "muster_marks"."text" <> '';--> statement-breakpoint
CREATE UNIQUE INDEX "muster_roll_person_key" ON "muster_roll" USING btree ("client_id","muster_id","person_key");--> statement-breakpoint
CREATE INDEX "muster_roll_version_idx" ON "muster_roll" USING btree ("client_id","muster_id","version");--> statement-breakpoint
CREATE INDEX "muster_roll_kept_idx" ON "muster_roll" USING btree ("client_id","created_at") WHERE "muster_roll"."anonymised_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "musters_running_key" ON "musters" USING btree ("client_id","site_id") WHERE "musters"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "musters_started_at_idx" ON "musters" USING btree ("client_id","started_at","id");--> statement-breakpoint
CREATE INDEX "notification_recipient_sites_site_idx" ON "notification_recipient_sites" USING btree ("client_id","site_id");--> statement-breakpoint
CREATE INDEX "notification_repeats_told_at_idx" ON "notification_repeats" USING btree ("told_at");--> statement-breakpoint
CREATE INDEX "notifications_user_idx" ON "notifications" USING btree ("client_id","user_id","id");--> statement-breakpoint
CREATE INDEX "notifications_created_at_idx" ON "notifications" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "client_invitations_token_key" ON "client_invitations" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "client_invitations_expires_at_idx" ON "client_invitations" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "first_admin_links_expires_at_idx" ON "first_admin_links" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "one_time_tokens_user_idx" ON "one_time_tokens" USING btree ("client_id","user_id","purpose");--> statement-breakpoint
CREATE INDEX "one_time_tokens_expires_at_idx" ON "one_time_tokens" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "outbox_queued_at_idx" ON "outbox" USING btree ("queued_at") WHERE "outbox"."failed_at" is null;--> statement-breakpoint
CREATE INDEX "outbox_failed_at_idx" ON "outbox" USING btree ("failed_at") WHERE "outbox"."failed_at" is not null;--> statement-breakpoint
CREATE INDEX "outbox_failed_idx" ON "outbox" USING btree ("client_id","failed_at") WHERE "outbox"."failed_at" is not null;--> statement-breakpoint
CREATE INDEX "outbox_due_idx" ON "outbox" USING btree ("queue","client_id","next_attempt_at","position") WHERE "outbox"."delivered_at" is null and "outbox"."failed_at" is null;--> statement-breakpoint
CREATE INDEX "outbox_webhook_due_idx" ON "outbox" USING btree ("client_id","webhook_id","next_attempt_at","position") WHERE "outbox"."webhook_id" is not null and "outbox"."delivered_at" is null and "outbox"."failed_at" is null;--> statement-breakpoint
CREATE INDEX "outbox_order_idx" ON "outbox" USING btree ("client_id","subject","position") WHERE "outbox"."delivered_at" is null and "outbox"."failed_at" is null;--> statement-breakpoint
CREATE INDEX "outbox_event_idx" ON "outbox" USING btree ("client_id","position") WHERE "outbox"."queue" = 'event';--> statement-breakpoint
CREATE INDEX "outbox_webhook_idx" ON "outbox" USING btree ("client_id","webhook_id","position") WHERE "outbox"."webhook_id" is not null;--> statement-breakpoint
CREATE INDEX "outbox_alert_idx" ON "outbox" USING btree ("client_id","subject","position") WHERE "outbox"."type" in ('mail.alert', 'text.alert');--> statement-breakpoint
CREATE INDEX "question_methods_method_idx" ON "question_methods" USING btree ("client_id","method_id");--> statement-breakpoint
CREATE INDEX "question_roles_role_idx" ON "question_roles" USING btree ("client_id","role_id");--> statement-breakpoint
CREATE INDEX "question_sites_site_idx" ON "question_sites" USING btree ("client_id","site_id");--> statement-breakpoint
CREATE INDEX "questions_position_idx" ON "questions" USING btree ("client_id","position");--> statement-breakpoint
CREATE INDEX "rate_buckets_updated_on_idx" ON "rate_buckets" USING btree ("updated_on");--> statement-breakpoint
CREATE INDEX "rate_members_expires_at_idx" ON "rate_members" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "readings_unused_code_key" ON "readings" USING btree ("client_id","site_id","code") WHERE "readings"."consumed_at" is null;--> statement-breakpoint
CREATE INDEX "readings_expires_at_idx" ON "readings" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "refused_attempts_time_idx" ON "refused_attempts" USING btree ("client_id","attempted_at","id");--> statement-breakpoint
CREATE INDEX "refused_attempts_site_time_idx" ON "refused_attempts" USING btree ("client_id","site_id","attempted_at","id");--> statement-breakpoint
CREATE INDEX "refused_attempts_person_idx" ON "refused_attempts" USING btree ("client_id","person_key","attempted_at");--> statement-breakpoint
CREATE INDEX "refused_attempts_mobile_idx" ON "refused_attempts" USING btree ("client_id","mobile","attempted_at");--> statement-breakpoint
CREATE INDEX "refused_attempts_contact_kept_idx" ON "refused_attempts" USING btree ("client_id","attempted_at") WHERE "refused_attempts"."anonymised_at" is null;--> statement-breakpoint
CREATE INDEX "refused_attempts_answers_kept_idx" ON "refused_attempts" USING btree ("client_id","attempted_at") WHERE "refused_attempts"."answers" <> '[]';--> statement-breakpoint
CREATE INDEX "refused_attempts_temperature_kept_idx" ON "refused_attempts" USING btree ("client_id","attempted_at") WHERE "refused_attempts"."temperature" is not null;--> statement-breakpoint
CREATE INDEX "refused_attempts_answer_idx" ON "refused_attempts" USING btree ("client_id","attempted_at") WHERE "refused_attempts"."reason" = 'failed_answer';--> statement-breakpoint
CREATE INDEX "report_views_due_idx" ON "report_views" USING btree ("next_due_at") WHERE "report_views"."next_due_at" is not null;--> statement-breakpoint
CREATE INDEX "retention_schedules_next_run_at_idx" ON "retention_schedules" USING btree ("next_run_at");--> statement-breakpoint
CREATE INDEX "rollup_deltas_unfolded_idx" ON "rollup_deltas" USING btree ("client_id","at") WHERE not "rollup_deltas"."is_folded";--> statement-breakpoint
CREATE INDEX "rollup_deltas_folded_idx" ON "rollup_deltas" USING btree ("at") WHERE "rollup_deltas"."is_folded";--> statement-breakpoint
CREATE INDEX "rollups_quarter_hours_idx" ON "rollups" USING btree ("starts_at") WHERE "rollups"."granularity" = 'quarter_hour';--> statement-breakpoint
CREATE INDEX "sessions_user_idx" ON "sessions" USING btree ("client_id","user_id");--> statement-breakpoint
CREATE INDEX "sessions_expires_at_idx" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "kiosk_reports_reported_at_idx" ON "kiosk_reports" USING btree ("reported_at");--> statement-breakpoint
CREATE INDEX "limited_methods_last_at_idx" ON "limited_methods" USING btree ("last_at");--> statement-breakpoint
CREATE INDEX "method_keys_method_idx" ON "method_keys" USING btree ("method_id");--> statement-breakpoint
CREATE UNIQUE INDEX "method_keys_live_key" ON "method_keys" USING btree ("client_id","method_id") WHERE "method_keys"."retired_at" is null;--> statement-breakpoint
CREATE INDEX "method_keys_retired_at_idx" ON "method_keys" USING btree ("retired_at") WHERE "method_keys"."retired_at" is not null;--> statement-breakpoint
CREATE INDEX "sign_in_methods_site_idx" ON "sign_in_methods" USING btree ("client_id","site_id");--> statement-breakpoint
CREATE INDEX "sign_in_methods_name_idx" ON "sign_in_methods" USING btree ("folded_name","id","client_id","site_id","enabled","type","folded_details") WHERE "sign_in_methods"."retired_at" is null and not "sign_in_methods"."site_archived";--> statement-breakpoint
CREATE INDEX "sign_in_methods_type_idx" ON "sign_in_methods" USING btree ("client_id","type","enabled") WHERE "sign_in_methods"."retired_at" is null and not "sign_in_methods"."site_archived";--> statement-breakpoint
CREATE UNIQUE INDEX "sign_in_methods_serial_key" ON "sign_in_methods" USING btree ("client_id",nullif(gatehouse_spelling_key("serial_number"), '')) WHERE "sign_in_methods"."retired_at" is null;--> statement-breakpoint
CREATE INDEX "muster_points_site_idx" ON "muster_points" USING btree ("client_id","site_id");--> statement-breakpoint
CREATE UNIQUE INDEX "muster_points_name_key" ON "muster_points" USING btree ("client_id","site_id",nullif(gatehouse_spelling_key("name"), ''));--> statement-breakpoint
CREATE INDEX "site_day_counts_next_count_at_idx" ON "site_day_counts" USING btree ("next_count_at");--> statement-breakpoint
CREATE INDEX "sites_name_idx" ON "sites" USING btree ("folded_name","id","client_id","status","time_zone","folded_address");--> statement-breakpoint
CREATE INDEX "sites_zone_idx" ON "sites" USING btree ("time_zone","id","client_id","status");--> statement-breakpoint
CREATE INDEX "sites_status_idx" ON "sites" USING btree ("client_id","status");--> statement-breakpoint
CREATE INDEX "sites_overdue_idx" ON "sites" USING btree ("client_id","id","status","overdue_after_hours","hours_key");--> statement-breakpoint
CREATE INDEX "sites_archived_idx" ON "sites" USING btree ("client_id","id") WHERE "sites"."status" = 'archived';--> statement-breakpoint
CREATE UNIQUE INDEX "sites_name_key" ON "sites" USING btree ("client_id",nullif(gatehouse_spelling_key("name"), '')) WHERE "sites"."status" = 'active';--> statement-breakpoint
CREATE UNIQUE INDEX "recovery_code_sets_enabled_key" ON "recovery_code_sets" USING btree ("client_id","user_id") WHERE "recovery_code_sets"."enabled_at" is not null;--> statement-breakpoint
CREATE INDEX "recovery_code_sets_user_idx" ON "recovery_code_sets" USING btree ("client_id","user_id");--> statement-breakpoint
CREATE INDEX "recovery_code_sets_pending_idx" ON "recovery_code_sets" USING btree ("created_at") WHERE "recovery_code_sets"."enabled_at" is null;--> statement-breakpoint
CREATE INDEX "recovery_code_sets_session_idx" ON "recovery_code_sets" USING btree ("client_id","prepared_by") WHERE "recovery_code_sets"."prepared_by" is not null;--> statement-breakpoint
CREATE INDEX "remembered_devices_expires_at_idx" ON "remembered_devices" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "totp_methods_enabled_key" ON "totp_methods" USING btree ("client_id","user_id") WHERE "totp_methods"."enabled_at" is not null;--> statement-breakpoint
CREATE INDEX "totp_methods_user_idx" ON "totp_methods" USING btree ("client_id","user_id");--> statement-breakpoint
CREATE INDEX "totp_methods_pending_idx" ON "totp_methods" USING btree ("created_at") WHERE "totp_methods"."enabled_at" is null;--> statement-breakpoint
CREATE INDEX "totp_methods_session_idx" ON "totp_methods" USING btree ("client_id","prepared_by") WHERE "totp_methods"."prepared_by" is not null;--> statement-breakpoint
CREATE INDEX "access_entries_site_idx" ON "access_entries" USING btree ("client_id","site_id","user_type","user_id");--> statement-breakpoint
CREATE INDEX "access_entries_manager_idx" ON "access_entries" USING btree ("client_id","user_id","site_id") WHERE "access_entries"."user_type" = 'Manager';--> statement-breakpoint
CREATE INDEX "access_entries_staff_idx" ON "access_entries" USING btree ("client_id","user_id","site_id") WHERE "access_entries"."user_type" = 'Staff';--> statement-breakpoint
CREATE INDEX "access_entries_device_idx" ON "access_entries" USING btree ("client_id","user_id","site_id") WHERE "access_entries"."user_type" = 'Device';--> statement-breakpoint
CREATE INDEX "users_person_idx" ON "users" USING btree ("client_id","person_key");--> statement-breakpoint
CREATE INDEX "users_mobile_idx" ON "users" USING btree ("client_id","mobile");--> statement-breakpoint
CREATE INDEX "users_folded_name_idx" ON "users" USING btree ("client_id","folded_name","id","status","user_type","last_name","first_name","folded_details","mobile");--> statement-breakpoint
CREATE INDEX "users_name_idx" ON "users" USING btree ("folded_name","id","client_id","status","user_type","last_name","first_name","folded_details","mobile");--> statement-breakpoint
CREATE INDEX "users_type_idx" ON "users" USING btree ("client_id","status","user_type");--> statement-breakpoint
CREATE INDEX "users_email_idx" ON "users" USING btree ("client_id","email_key","id");--> statement-breakpoint
CREATE INDEX "users_employee_number_idx" ON "users" USING btree ("client_id","employee_number" collate gatehouse_names,"id","status","user_type");--> statement-breakpoint
CREATE UNIQUE INDEX "users_employee_number_key" ON "users" USING btree ("client_id","employee_number_key");--> statement-breakpoint
CREATE UNIQUE INDEX "users_access_pin_key" ON "users" USING btree ("client_id","access_pin_hash");--> statement-breakpoint
CREATE INDEX "users_admin_idx" ON "users" USING btree ("client_id","id") WHERE "users"."admin" or "users"."site_admin";--> statement-breakpoint
CREATE INDEX "visit_hosts_user_idx" ON "visit_hosts" USING btree ("client_id","user_id","signed_in_at") WHERE "visit_hosts"."user_id" is not null;--> statement-breakpoint
CREATE INDEX "visit_hosts_time_idx" ON "visit_hosts" USING btree ("client_id","signed_in_at");--> statement-breakpoint
CREATE INDEX "user_visitor_roles_role_idx" ON "user_visitor_roles" USING btree ("client_id","role_id");--> statement-breakpoint
CREATE INDEX "visitor_roles_site_idx" ON "visitor_roles" USING btree ("client_id","site_id","position");--> statement-breakpoint
CREATE UNIQUE INDEX "visitor_roles_name_key" ON "visitor_roles" USING btree ("client_id","site_id",nullif(gatehouse_spelling_key("name"), ''));--> statement-breakpoint
CREATE INDEX "idempotency_keys_created_at_idx" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "presence_time_idx" ON "presence" USING btree ("client_id","site_id","signed_in_at","dependents");--> statement-breakpoint
CREATE INDEX "presence_user_idx" ON "presence" USING btree ("client_id","user_id");--> statement-breakpoint
CREATE INDEX "visits_site_time_idx" ON "visits" USING btree ("client_id","site_id","signed_in_at","id");--> statement-breakpoint
CREATE INDEX "visits_site_signed_out_idx" ON "visits" USING btree ("client_id","site_id","signed_out_at","id") WHERE "visits"."signed_out_at" is not null;--> statement-breakpoint
CREATE INDEX "visits_doubted_idx" ON "visits" USING btree ("client_id","site_id","ended_at") WHERE "visits"."left_by_other_phone";--> statement-breakpoint
CREATE INDEX "visits_assumed_left_idx" ON "visits" USING btree ("client_id","assumed_left_at","id") WHERE "visits"."assumed_left_at" is not null;--> statement-breakpoint
CREATE INDEX "visits_site_assumed_left_idx" ON "visits" USING btree ("client_id","site_id","assumed_left_at","id") WHERE "visits"."assumed_left_at" is not null;--> statement-breakpoint
CREATE INDEX "visits_long_stay_idx" ON "visits" USING btree ("client_id","site_id","signed_in_at") WHERE coalesce("visits"."signed_out_at", "visits"."ended_at") - "visits"."signed_in_at" > interval '2 days';--> statement-breakpoint
CREATE INDEX "visits_person_idx" ON "visits" USING btree ("client_id","person_key","signed_in_at");--> statement-breakpoint
CREATE INDEX "visits_contact_kept_idx" ON "visits" USING btree ("client_id","signed_in_at") WHERE "visits"."anonymised_at" is null;--> statement-breakpoint
CREATE INDEX "visits_answers_kept_idx" ON "visits" USING btree ("client_id","signed_in_at") WHERE "visits"."answers" <> '[]';--> statement-breakpoint
CREATE INDEX "visits_temperature_kept_idx" ON "visits" USING btree ("client_id","signed_in_at") WHERE "visits"."temperature" is not null;
--> statement-breakpoint
GRANT USAGE ON SCHEMA public TO gatehouse_runtime;
--> statement-breakpoint
SELECT gatehouse_enable_rls('clients', 'id');
--> statement-breakpoint
SELECT gatehouse_enable_rls(name::regclass) FROM unnest(ARRAY[
  'access_entries', 'api_keys', 'audit_entries', 'ban_exceptions', 'ban_person_keys', 'bans',
  'board_changes', 'client_invitations', 'creation_keys', 'device_commands', 'device_cookies',
  'devices', 'idempotency_keys', 'kiosk_reports', 'limited_methods',
  'log_corrections', 'log_entries', 'log_people', 'logins', 'method_keys', 'muster_marks',
  'muster_points', 'muster_roll', 'musters', 'notification_recipient_sites',
  'notification_recipients', 'notification_repeats', 'notifications', 'one_time_tokens',
  'outbox', 'paired_kiosks', 'pairing_codes', 'presence', 'question_methods', 'question_roles',
  'question_sites', 'question_versions', 'questions', 'readings', 'recovery_code_sets',
  'recovery_codes', 'refused_attempts', 'remembered_devices', 'report_views', 'retention_runs',
  'retention_salts', 'retention_schedules', 'rollup_deltas', 'rollups', 'sessions',
  'sign_in_methods', 'site_day_counts', 'site_external_apis', 'sites', 'totp_methods',
  'two_step_accounts', 'user_visitor_roles', 'users', 'visit_hosts', 'visitor_roles', 'visits',
  'webhooks'
]) AS name;
--> statement-breakpoint
-- The directories: a row shows itself to whoever names its key, and cannot be listed.
CREATE POLICY method_keys_by_key ON method_keys FOR SELECT
  USING (key = gatehouse_lookup('method_key')::bpchar);
--> statement-breakpoint
CREATE POLICY method_keys_by_method ON method_keys FOR SELECT
  USING (method_id = gatehouse_lookup('method_id')::uuid);
--> statement-breakpoint
CREATE POLICY logins_by_email ON logins FOR SELECT
  USING (email_key = gatehouse_lookup('email_key'));
--> statement-breakpoint
CREATE POLICY one_time_tokens_by_hash ON one_time_tokens FOR SELECT
  USING (token_hash = gatehouse_lookup('one_time_token'));
--> statement-breakpoint
CREATE POLICY client_invitations_by_hash ON client_invitations FOR SELECT
  USING (token_hash = gatehouse_lookup('one_time_token'));
--> statement-breakpoint
CREATE POLICY pairing_codes_by_hash ON pairing_codes FOR SELECT
  USING (code_hash = gatehouse_lookup('pairing_code'));
--> statement-breakpoint
-- The figures of all clients together.
ALTER TABLE installation_rollups ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY installation_only ON installation_rollups
  USING ((SELECT gatehouse_is_installation()));
--> statement-breakpoint
-- Of no client: what the nodes share.
GRANT SELECT, INSERT, UPDATE, DELETE ON rate_buckets, rate_members, installation_rollups
  TO gatehouse_runtime;
--> statement-breakpoint
GRANT SELECT, INSERT, DELETE ON first_admin_links, reset_requests TO gatehouse_runtime;
--> statement-breakpoint
GRANT UPDATE (expires_at) ON first_admin_links TO gatehouse_runtime;
--> statement-breakpoint
-- What only the owner writes. A node reads how far the schema is, to tell whether it may serve.
GRANT SELECT ON data_keys, maintenance_runs, schema_migrations TO gatehouse_runtime;
--> statement-breakpoint
-- The logs are written once. An erasure rewrites only the details, and the chain is filled in once.
REVOKE UPDATE, DELETE ON audit_entries, log_corrections, log_entries FROM gatehouse_runtime;
--> statement-breakpoint
GRANT UPDATE (details, redacted_at) ON audit_entries TO gatehouse_runtime;
--> statement-breakpoint
GRANT UPDATE (before, after, note, anonymised_at) ON log_corrections TO gatehouse_runtime;
--> statement-breakpoint
GRANT UPDATE (position, facts_digest, contact_digest, answers_digest, temperature_digest, hash, chained_at)
  ON log_entries TO gatehouse_runtime;
--> statement-breakpoint
CREATE POLICY chained_once ON log_entries AS RESTRICTIVE FOR UPDATE USING (hash IS NULL) WITH CHECK (true);
--> statement-breakpoint
-- With few people in all, PostgreSQL expects one row for a person and one for a site, and reads
-- everybody on a site for each check-in. It expects a hundred people on any site with these numbers.
ALTER TABLE presence ALTER COLUMN client_id SET (n_distinct = 10),
  ALTER COLUMN site_id SET (n_distinct = -0.01);
--> statement-breakpoint
ALTER TABLE sites SET (autovacuum_vacuum_scale_factor = 0.02);
--> statement-breakpoint
ALTER TABLE presence SET (autovacuum_vacuum_scale_factor = 0.02);
