CREATE TABLE "client_invitations" (
	"client_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "client_invitations_pkey" PRIMARY KEY("client_id")
);
--> statement-breakpoint
ALTER TABLE "clients" ADD COLUMN "folded_name" text COLLATE gatehouse_names GENERATED ALWAYS AS (gatehouse_fold(name)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "clients" ADD COLUMN "folded_company_no" text COLLATE gatehouse_names GENERATED ALWAYS AS (gatehouse_fold(company_no)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "client_invitations" ADD CONSTRAINT "client_invitations_client_fkey" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "client_invitations_token_key" ON "client_invitations" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "client_invitations_expires_at_idx" ON "client_invitations" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "clients_name_idx" ON "clients" USING btree ("folded_name","id");--> statement-breakpoint
SELECT gatehouse_enable_rls('client_invitations');
--> statement-breakpoint
-- An invitation shows itself to whoever has its token.
CREATE POLICY client_invitations_by_hash ON client_invitations FOR SELECT USING (token_hash = gatehouse_lookup('one_time_token'));
