CREATE TABLE "question_methods" (
	"client_id" uuid NOT NULL,
	"question_id" uuid NOT NULL,
	"method_id" uuid NOT NULL,
	CONSTRAINT "question_methods_pkey" PRIMARY KEY("client_id","question_id","method_id")
);
--> statement-breakpoint
SELECT gatehouse_enable_rls('question_methods');--> statement-breakpoint
ALTER TABLE "question_versions" ADD COLUMN "folded_name" text COLLATE gatehouse_names GENERATED ALWAYS AS (gatehouse_fold(name)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "question_versions" ADD COLUMN "folded_text" text COLLATE gatehouse_names GENERATED ALWAYS AS (gatehouse_fold(text)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "question_methods" ADD CONSTRAINT "question_methods_question_fkey" FOREIGN KEY ("client_id","question_id") REFERENCES "public"."questions"("client_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "question_methods" ADD CONSTRAINT "question_methods_method_fkey" FOREIGN KEY ("client_id","method_id") REFERENCES "public"."sign_in_methods"("client_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "question_methods_method_idx" ON "question_methods" USING btree ("client_id","method_id");--> statement-breakpoint
CREATE INDEX "refused_attempts_answer_idx" ON "refused_attempts" USING btree ("client_id","attempted_at") WHERE "refused_attempts"."reason" = 'failed_answer';