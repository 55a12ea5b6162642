#include "app/window/stage.h"

#include "app/panel/panel_view.h"

// So many programs stay compiled for who turns back to a chain. A software renderer's take 0.3 to 3
// MB each.
enum { PROGRAM_BUDGET = 64 };

bool stage_init(struct stage *stage, const struct options *options, struct error *error)
{
    stage->has_shader_dir = options->shader_dir;
    pass_stats_init(&stage->stats, PANEL_PLOTTED_FRAMES);
    if (!lab_init(&stage->lab, options, false, error))
        return false;
    stage->lab.gpu.programs.budget = PROGRAM_BUDGET;
    return true;
}

void stage_finish(struct stage *stage)
{
    step_view_finish(&stage->step_view);
    pass_stats_finish(&stage->stats);
    lab_finish(&stage->lab);
}

bool stage_impl_fits(void *data, const struct chain *chain, int step)
{
    const struct stage *stage = data;
    return lab_impl_fits(&stage->lab, chain, step);
}

// ---- from what is wanted to what runs

void stage_resize(struct stage *stage, struct workbench *workbench, int width, int height)
{
    struct error error;
    const struct plan_options *options = &stage->lab.plan_options;
    if (options->width == width && options->height == height)
        return;
    if (lab_resize(&stage->lab, width, height, &error)) {
        message_mended(&workbench->message, MESSAGE_EXTENT);
        pass_stats_clear(&stage->stats);
    } else if (!workbench->message.wrong[MESSAGE_EXTENT][0]) {
        workbench_complain(workbench, &error);
        message_stays(&workbench->message, MESSAGE_EXTENT);
    }
}

void stage_follow(struct stage *stage, struct workbench *workbench)
{
    struct error error;
    struct lab *lab = &stage->lab;
    const bool scene_runs = scene_equal(&workbench->scene, &lab->scene) ||
                            lab_set_scene(lab, &workbench->scene, &error);
    if (!scene_runs)
        workbench_complain(workbench, &error);
    const bool chain_runs = chain_equal(&workbench->chain, &lab->side.chain) ||
                            lab_set_chain(lab, &workbench->chain, &error);
    if (!chain_runs)
        workbench_complain(workbench, &error);
    if (!scene_runs || !chain_runs)
        workbench_take_back(workbench, &lab->side.chain, &lab->scene);
    workbench->walked = 0;
}

void stage_follow_view(struct stage *stage, struct workbench *workbench)
{
    struct error error;
    if (!workbench->viewing_step) {
        step_view_end(&stage->step_view);
    } else if (!step_view_set(&stage->step_view, &stage->lab, workbench->step, &error)) {
        workbench_complain(workbench, &error);
        workbench->viewing_step = false;
    }
}

void stage_reload(struct stage *stage, struct workbench *workbench)
{
    struct error error;
    struct lab *lab = &stage->lab;
    if (!stage->has_shader_dir) {
        workbench_say(workbench, "the shaders are in the program; with --shader-dir DIR they are "
                                 "read from files");
        return;
    }
    message_mended(&workbench->message, MESSAGE_SHADERS);
    step_view_end(&stage->step_view);
    if (program_cache_reload(&lab->gpu.programs, &error) && lab_rebuild(lab, &error)) {
        workbench_say(workbench, "shaders read again");
    } else {
        workbench_complain(workbench, &error);
        message_stays(&workbench->message, MESSAGE_SHADERS);
    }
    pass_stats_clear(&stage->stats);
}

// ---- a frame

static void collect_times(struct stage *stage, struct workbench *workbench)
{
    struct error error;
    const struct gpu_frame *frame;
    while ((frame = gpu_timer_collect(&stage->lab.gpu.timer, false)))
        pass_stats_add(&stage->stats, frame);
    if (!lab_check_fault(&stage->lab, false, &error))
        workbench_complain(workbench, &error);
}

void stage_draw(struct stage *stage, struct workbench *workbench)
{
    lab_draw(&stage->lab, workbench->time);
    step_view_draw(&stage->step_view, &stage->lab);
    collect_times(stage, workbench);
}

const struct side *stage_seen(const struct stage *stage)
{
    return step_view_side(&stage->step_view, &stage->lab);
}
